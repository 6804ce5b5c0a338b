#!/usr/bin/env bash
# Records games of a ruleset under the present version of its rules. Run it for a new ruleset, and when a rules fix adds a
# version, with the new number as VERSION: the games of earlier versions stay as they are, byte for byte. A change of content
# needs nothing, since a file holds the content of its game.
#
#   tests/games/record.sh daimyo
#   tests/games/record.sh yedo
#   tests/games/record.sh yedo_coop
#
# Games that seats resign are recorded once, with `python -m tests.support.resignations`.
set -euo pipefail

cd "$(dirname "$0")/../.."
KIFU=${KIFU:-.venv/bin/kifu}
GAME=${1:?which games: daimyo, yedo or yedo_coop}

# record NAME SEATS COUNT BOTS OPTION...
record() {
  "$KIFU" selfplay "${GAME%%_*}" --seed "v$VERSION-$1" --seats "$2" --games "$3" --bots "$4" "${@:5}" --record tests/games
}

daimyo() {
  VERSION=2
  rm -f "tests/games/daimyo-v$VERSION-"*.kifu
  record solo-normal 1 2 greedy -o difficulty=normal
  record solo-difficult 1 2 random -o difficulty=difficult -o boards=advanced
  record 2021-2 2 2 greedy
  record 2021-2-advanced 2 1 random -o boards=advanced
  record 2021-4 4 1 greedy -o boards=advanced
  record 2019-3 3 1 random -o edition=2019
}

yedo() {
  VERSION=1
  rm -f "tests/games/yedo-v$VERSION-"[^c]*.kifu "tests/games/yedo-v$VERSION-clan-"*.kifu
  for seats in 2 3 4 5; do
    record "$seats-first" "$seats" 1 greedy
    record "$seats-classic" "$seats" 1 greedy -o rounds=8 -o sets=classic
    record "$seats-random" "$seats" 1 random -o rounds=8 -o sets=crossroads -o black=in
    record "$seats-long" "$seats" 1 random -o rounds=11 -o sets=blades -o gifts=true
  done
  record teahouse 3 1 greedy -o rounds=8 -o teahouse=true
  record specialists 4 1 greedy -o rounds=8 -o specialists=true
  record clan-powers 5 1 random -o rounds=8 -o clan_powers=true
  record jesuits 2 1 random -o rounds=11 -o jesuits=true -o sets=classic
  record modules 4 1 greedy -o rounds=8 -o sets=blades -o teahouse=true -o specialists=true -o clan_powers=true -o jesuits=true
}

yedo_coop() {
  VERSION=1
  rm -f "tests/games/yedo-v$VERSION-coop-"*.kifu
  for seats in 1 2 3 4; do
    for mood in gentle demanding insatiable; do
      record "coop-$seats-$mood" "$seats" 1 greedy -o shogun_must_die=true -o sets=classic -o "mood=$mood"
    done
  done
  record coop-modules 3 1 greedy -o shogun_must_die=true -o teahouse=true -o specialists=true -o clan_powers=true -o open_hands=true
  record coop-random 2 1 random -o shogun_must_die=true -o master_daimyo=true -o goals=easy
}

"$GAME"
