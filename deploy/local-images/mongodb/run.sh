#!/bin/bash
# PostgreSQL, then FerretDB on it; both end when one does or when the container is stopped. The arguments that mongod
# would take are ignored.
set -euo pipefail
bin=$(echo /usr/lib/postgresql/*/bin)
data=/data/db/postgresql
url=postgres://postgres@127.0.0.1:5432/postgres
if [ ! -e "$data/PG_VERSION" ]; then
  "$bin/initdb" -D "$data" -U postgres --auth=trust -E UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 \
    --locale=C
  echo "include '/opt/postgresql.conf'" >>"$data/postgresql.conf"
fi
rm -f "$data/postmaster.pid"
"$bin/postgres" -D "$data" &
until "$bin/psql" -q "$url" -c 'create extension if not exists documentdb cascade' 2>/dev/null; do
  kill -0 $!
  sleep 0.1
done
/usr/local/bin/ferretdb --postgresql-url="$url" --listen-addr=0.0.0.0:27017 --debug-addr=- --state-dir=/data/db \
  --telemetry=disable --log-level=WARN --no-auth &
trap 'kill $(jobs -p)' TERM INT EXIT
wait -n
