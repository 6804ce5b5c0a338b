#!/usr/bin/env bash
# Two players play a whole game of Micro Dojo with each movement option, by the legal moves that Kifu offers; then each
# game is replayed step by step, which must lead to the same states, and is looked up in scores and history.
#
#   examples/play_all_options.sh [http://127.0.0.1:8000] [MOVEMENT...]
#
# Needs bash, curl and python3, and a running `make serve`.
set -euo pipefail

KIFU=${1:-http://127.0.0.1:8000}/v1
MOVEMENTS=("${@:2}")
[ ${#MOVEMENTS[@]} -gt 0 ] || MOVEMENTS=(none 1A 1B 2A 2B)
HERE=$(mktemp -d)
trap 'rm -rf "$HERE"' EXIT

# get PATH [CURL OPTION...] prints the answer; a refusal ends the script.
get() { curl -fsS --retry 5 "$KIFU$1" "${@:2}"; }

# post TOKEN PATH JSON leaves the answer in $HERE/answer.json; a refusal is shown and ends the script. Where the service is
# away for a moment curl tries again, and the key makes sure that the same move is not played twice.
SENT=0
post() {
  local status
  SENT=$((SENT + 1))
  status=$(curl -sS --retry 5 -o "$HERE/answer.json" -D "$HERE/headers" -w '%{http_code}' "$KIFU$2" -d "$3" \
    -H "Authorization: Bearer $1" -H "Content-Type: application/json" -H "Idempotency-Key: $ANNA-$SENT")
  if [[ $status != 2* ]]; then
    echo "POST $2 $3 was refused: $(cat "$HERE/answer.json")" >&2
    return 1
  fi
}

# value NAME... prints a value inside the JSON on standard input.
value() {
  python3 -c '
import json, sys
found = json.load(sys.stdin)
for name in sys.argv[1:]:
    found = found[int(name) if isinstance(found, list) else name]
print(found if isinstance(found, str) else json.dumps(found))' "$@"
}

# pick TEXT prints one of the legal moves on standard input as the body of a move. The same text picks the same move.
pick() {
  python3 -c '
import json, random, sys
choices = [choice for choice in json.load(sys.stdin)["choices"] if choice["moves"]]
chance = random.Random(sys.argv[1])
choice = chance.choice(choices)
print(json.dumps({"seat": choice["seat"], "move": chance.choice(choice["moves"])["move"]}))' "$1"
}

# number NAME prints the number, or the first number of the list, of that name in $HERE/answer.json.
number() { sed -n "s/.*\"$1\":\[*\([0-9][0-9]*\).*/\1/p" "$HERE/answer.json"; }

register() {
  local answer
  answer=$(curl -fsS "$KIFU/players" -H "Content-Type: application/json" -d "{\"name\": \"$1\"}") || return 1
  value token <<<"$answer"
}

position() { sed -n 's/^[Kk]ifu-[Pp]osition: *\([0-9:]*\).*/\1/p' "$HERE/headers"; }

# play_game MOVEMENT plays one whole game; keeps the state after each step in $HERE/played-N.json.
play_game() {
  local movement=$1 body seat step=1
  post "${TOKENS[0]}" /games \
    "{\"ruleset\": \"micro-dojo\", \"seats\": 2, \"options\": {\"movement\": \"$movement\"}}"
  GAME=$(value id <"$HERE/answer.json")
  post "${TOKENS[0]}" "/games/$GAME/seats" '{"seat": 0}'
  post "${TOKENS[1]}" "/games/$GAME/seats" '{"seat": 1}'
  get "/games/$GAME" >"$HERE/answer.json"
  while seat=$(number to_move) && [ -n "$seat" ]; do
    get "/games/$GAME/state?as=spectator" -o "$HERE/played-$step.json" \
      "$KIFU/games/$GAME/legal-moves?seat=$seat" -o "$HERE/legal.json" -H "Authorization: Bearer ${TOKENS[$seat]}"
    body=$(pick "$movement/$step" <"$HERE/legal.json")
    post "${TOKENS[$seat]}" "/games/$GAME/moves" "$body"
    step=$(number step)
  done
  get "/games/$GAME/state?as=spectator" -o "$HERE/played-$step.json"
  STEPS=$step
}

# replay_game gets the state after every step again and compares it with what was seen when it was played.
replay_game() {
  local step
  get "/games/$GAME/states/[1-$STEPS]?as=spectator" -o "$HERE/replayed-#1.json"
  for ((step = 1; step <= STEPS; step++)); do
    cmp "$HERE/played-$step.json" "$HERE/replayed-$step.json"
  done
}

# look_up reads the game's scores and the last line of its history, once the read models know the last move.
look_up() {
  local last
  last=$(position)
  get "/scores?player=$ANNA&limit=100" -H "Kifu-Wait-For: $last" | python3 -c '
import json, sys
(game,) = [item for item in json.load(sys.stdin)["items"] if item["game"] == sys.argv[1]]
for seat in sorted(game["seats"], key=lambda seat: seat["rank"]):
    print("  rank {rank}: {player} with {points} points".format(**seat))' "$GAME"
  get "/history?limit=1000" -H "Kifu-Wait-For: $last" | python3 -c '
import json, sys
steps = [item for item in json.load(sys.stdin)["items"] if item["game"] == sys.argv[1]]
last = max(steps, key=lambda step: step["n"])
assert last["n"] == int(sys.argv[2]), "history ends with step {n}".format(**last)
print("  last step: " + last["words"])' "$GAME" "$STEPS"
}

ANNA=Anna-$RANDOM$RANDOM
BERT=Bert-$RANDOM$RANDOM
ANNAS_TOKEN=$(register "$ANNA")
BERTS_TOKEN=$(register "$BERT")
TOKENS=("$ANNAS_TOKEN" "$BERTS_TOKEN")
for movement in "${MOVEMENTS[@]}"; do
  play_game "$movement"
  echo "movement $movement: $STEPS steps, game $GAME"
  replay_game
  echo "  replayed: the same state after each step"
  look_up
done
