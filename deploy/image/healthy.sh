#!/bin/bash
# `healthy PORT PATH`: exits with 0 if this machine answers 200. Bash opens the connection itself.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.1\r\nHost: health\r\nConnection: close\r\n\r\n' "$2" >&3
read -r -t 10 _ status _ <&3
[[ $status == 200 ]]
