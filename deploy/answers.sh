#!/bin/bash
# bash answers.sh /readyz — ends with 0 if this container's own process answers 200: the health check of the images. By the
# shell alone: to start Node for each look would cost several times what a process costs that has nothing to do.
exec 3<>"/dev/tcp/127.0.0.1/${PORT:-8080}" || exit
printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
read -r -t 4 _ status _ <&3
[ "$status" = 200 ]
