#!/bin/bash
# Restarts gateways one after another, each when the balancer says that it uses all others
# (docs/operations.md#rolling-restarts).
#   deploy/restart-gateways.sh compose [OPTIONS OF docker compose]
#       replaces each gateway of the stack by a new one, with the images and settings of now
#   deploy/restart-gateways.sh STATE ADDRESS=COMMAND ADDRESS=COMMAND …
#       STATE: where deploy/haproxy/haproxy.cfg or deploy/nginx/polls.conf tells its state, such as 127.0.0.1:8404.
#       ADDRESS: a gateway, as the balancer's configuration names it. COMMAND: restarts it, and ends when it has started.
set -euo pipefail

WAIT_SECONDS=180
# More than SHUTDOWN_DELAY_SECONDS plus the 25 s of a shutdown.
STOP_SECONDS=40
# More than haproxy takes to see that a gateway is not ready.
NOTICE_SECONDS=3

# Prints the state of a balancer. Bash opens the connection itself, because the balancer's image has no curl.
ASK='exec 3<>"/dev/tcp/${0%:*}/${0##*:}" && printf "GET /;csv HTTP/1.0\r\n\r\n" >&3 && cat <&3'

# Whether the state of haproxy has the address as UP, or nginx has the answer of this gateway.
names_as_used() {
  awk -F, -v address="$1" '
    NR == 1 { answered = / 200 / }
    $1 == "gateways" && $18 == "UP" && $74 == address { used = 1 }
    answered && /^Gateway:/ { sub(/\r$/, ""); sub(/.*[ ,]/, ""); if ($0 == address) used = 1 }
    END { exit !used }'
}

# `wait_for_balancer NAME ADDRESS…`: until the balancer uses the gateway at one of its addresses.
wait_for_balancer() {
  local name=$1 end=$((SECONDS + WAIT_SECONDS)) said address
  shift
  while true; do
    said=$(ask_balancer 2>/dev/null) || said=
    for address in "$@"; do
      if names_as_used "$address" <<<"$said"; then return; fi
    done
    if ((SECONDS >= end)); then
      echo "the balancer has not used $name for $WAIT_SECONDS s: no other gateway is stopped" >&2
      exit 1
    fi
    sleep 0.5
  done
}

replace_containers() {
  local compose=(docker compose "$@") old count id name addresses
  ask_balancer() { "${compose[@]}" exec -T balancer bash -c "$ASK" 127.0.0.1:8404; }
  old=$("${compose[@]}" ps -q gateway)
  count=$(wc -w <<<"$old")
  for id in $old; do
    "${compose[@]}" up -d --no-deps --no-recreate --wait --wait-timeout "$WAIT_SECONDS" \
      --scale gateway=$((count + 1)) gateway
    for name in $("${compose[@]}" ps -q gateway); do
      addresses=$(docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}}:3000 {{end}}' "$name")
      # shellcheck disable=SC2086
      wait_for_balancer "$name" $addresses
    done
    docker stop -t "$STOP_SECONDS" "$id" >/dev/null
    docker rm "$id" >/dev/null
    echo "replaced $id"
  done
}

restart_processes() {
  local state=$1 gateway each
  shift
  ask_balancer() { bash -c "$ASK" "$state"; }
  for gateway in "$@"; do
    for each in "$@"; do wait_for_balancer "${each%%=*}" "${each%%=*}"; done
    bash -c "${gateway#*=}"
    sleep "$NOTICE_SECONDS"
    echo "restarted ${gateway%%=*}"
  done
  wait_for_balancer "${gateway%%=*}" "${gateway%%=*}"
}

if [[ ${1:-} == compose ]]; then
  shift
  replace_containers "$@"
elif (($# > 2)); then
  restart_processes "$@"
else
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
  exit 2
fi
