#!/usr/bin/env bash
# Records the games of Daimyo in this folder anew: five for each edition and number of players. Needed when its rules have
# changed on purpose. A change of content needs nothing: a file holds the content of its game.
#
#   tests/games/record.sh
set -euo pipefail

cd "$(dirname "$0")/../.."
KIFU=${KIFU:-.venv/bin/kifu}

# record NAME SEATS COUNT BOTS OPTION...
record() {
  "$KIFU" selfplay daimyo --seed "$1" --seats "$2" --games "$3" --bots "$4" "${@:5}" --record tests/games
}

rm -f tests/games/daimyo-*.kifu
record 2021-solo-normal 1 2 greedy -o difficulty=normal
record 2021-solo-easy 1 1 random -o difficulty=easy
record 2021-solo-difficult 1 2 random -o difficulty=difficult -o boards=advanced
for seats in 2 3 4; do
  record "2021-$seats" "$seats" 1 greedy
  record "2021-$seats-random" "$seats" 2 random
  record "2021-$seats-advanced" "$seats" 2 random -o boards=advanced
  record "2019-$seats" "$seats" 1 greedy -o edition=2019
  record "2019-$seats-random" "$seats" 3 random -o edition=2019
  record "2019-$seats-calm" "$seats" 1 random -o edition=2019 -o aggressive_heroes=false
done
