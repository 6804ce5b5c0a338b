#!/usr/bin/env bash
# Records games of a ruleset under the present version of its rules. Run it for a new ruleset, and when a rules fix adds a
# version, with the new number as VERSION: the games of earlier versions stay as they are, byte for byte. A change of content
# needs nothing, since a file holds the content of its game.
#
#   tests/games/record.sh micro_dojo
#   tests/games/record.sh daimyo
#   tests/games/record.sh yedo
#   tests/games/record.sh yedo_coop
#
# Games that seats resign are recorded once, with `python -m tests.support.resignations`.
set -euo pipefail

cd "$(dirname "$0")/../.."
KIFU=${KIFU:-.venv/bin/kifu}
GAME=${1:?which games: micro_dojo, daimyo, yedo or yedo_coop}

# record NAME SEATS COUNT BOTS OPTION...
record() {
  "$KIFU" selfplay "$RULESET" --seed "v$VERSION-$1" --seats "$2" --games "$3" --bots "$4" "${@:5}" --record tests/games
}

micro_dojo() {
  VERSION=2 RULESET=micro-dojo
  rm -f "tests/games/micro-dojo-v$VERSION-"*.kifu
  record none 2 1 greedy
  record advanced 2 1 random -o objectives=advanced -o movement=1B
  record 2B 2 1 greedy -o movement=2B
}

daimyo() {
  VERSION=3 RULESET=daimyo
  rm -f "tests/games/daimyo-v$VERSION-"*.kifu
  record solo-normal 1 2 greedy -o difficulty=normal
  record solo-difficult 1 2 random -o difficulty=difficult -o boards=advanced
  record 2021-2 2 2 greedy
  record 2021-2-advanced 2 1 random -o boards=advanced
  record 2021-4 4 1 greedy -o boards=advanced
  record 2019-3 3 1 random -o edition=2019
}

yedo() {
  VERSION=3 RULESET=yedo
  rm -f "tests/games/yedo-v$VERSION-"[^c]*.kifu
  record 2-classic 2 1 greedy -o rounds=8 -o sets=classic
  record 3-random 3 1 random -o rounds=8 -o sets=crossroads -o black=in
  record 4-modules 4 1 greedy -o rounds=8 -o sets=blades -o teahouse=true -o specialists=true -o clan_powers=true -o jesuits=true
  record 5-long 5 1 random -o rounds=11 -o sets=blades -o gifts=true
  record jesuits 2 1 random -o rounds=11 -o jesuits=true -o sets=classic
}

yedo_coop() {
  VERSION=3 RULESET=yedo
  rm -f "tests/games/yedo-v$VERSION-coop-"*.kifu
  record coop-1-demanding 1 1 greedy -o shogun_must_die=true -o sets=classic -o mood=demanding
  record coop-2-random 2 1 random -o shogun_must_die=true -o master_daimyo=true -o goals=easy
  record coop-3-modules 3 1 greedy -o shogun_must_die=true -o teahouse=true -o specialists=true -o clan_powers=true -o open_hands=true
  record coop-4-insatiable 4 1 greedy -o shogun_must_die=true -o sets=classic -o mood=insatiable
}

"$GAME"
