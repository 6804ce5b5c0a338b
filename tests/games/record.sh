#!/usr/bin/env bash
# Records games of Daimyo under the present version of its rules. Run it when a rules fix adds a version, with the new number
# in VERSION: the games of earlier versions stay as they are, byte for byte. A change of content needs nothing, since a file
# holds the content of its game.
#
#   tests/games/record.sh
set -euo pipefail

cd "$(dirname "$0")/../.."
KIFU=${KIFU:-.venv/bin/kifu}
VERSION=2

# record NAME SEATS COUNT BOTS OPTION...
record() {
  "$KIFU" selfplay daimyo --seed "v$VERSION-$1" --seats "$2" --games "$3" --bots "$4" "${@:5}" --record tests/games
}

rm -f "tests/games/daimyo-v$VERSION-"*.kifu
record solo-normal 1 2 greedy -o difficulty=normal
record solo-difficult 1 2 random -o difficulty=difficult -o boards=advanced
record 2021-2 2 2 greedy
record 2021-2-advanced 2 1 random -o boards=advanced
record 2021-4 4 1 greedy -o boards=advanced
record 2019-3 3 1 random -o edition=2019
