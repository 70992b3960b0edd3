#!/bin/sh
# Writes what was found since the last run into a file of its own: pull-findings.sh URL TOKEN_FILE FOLDER
set -eu
umask 077
url=$1 token=$(cat "$2") folder=$3
since=$(cat "$folder/.since" 2>/dev/null || echo 1970-01-01T00:00:00Z)

# Files of its own: one run may begin before another has ended.
part=$(mktemp "$folder/.part.XXXXXX")
head=$(mktemp "$folder/.head.XXXXXX")
trap 'rm -f "$part" "$head"' EXIT
# --fail: an error is no finding. A download that breaks off ends curl with 18, and this script with it.
answer=$(echo "header = \"Authorization: Bearer $token\"" |
  curl --silent --show-error --fail --config - --output "$part" --dump-header "$head" \
    --write-out '%{http_code} %{content_type}' "$url/v1/issues/export?format=ocsf&since=$since")
# Nor is a redirect, or the page of a proxy.
case $answer in
  '200 application/x-ndjson'*) ;;
  *) echo "$url answers $answer, no findings: is it where the house itself answers?" >&2; exit 1 ;;
esac
# By the clock of who answered: that of this machine may be wrong.
date=$(tr -d '\r' <"$head" | sed -n 's/^[Dd]ate: *//p' | tail -n 1)
[ -n "$date" ] || { echo "$url does not say when it answered" >&2; exit 1; }
iso=+%Y-%m-%dT%H:%M:%SZ http='%a, %d %b %Y %H:%M:%S GMT'
export LC_ALL=C
at=$(date -u -d "$date" $iso 2>/dev/null || date -u -j -f "$http" "$date" $iso)
# Some minutes twice: an issue may be listed a little after it was made. What comes again has the same metadata.uid.
next=$(date -u -d "$date 5 minutes ago" $iso 2>/dev/null || date -u -j -v-5M -f "$http" "$date" $iso)
if [ -s "$part" ]; then mv "$part" "$folder/findings-$at-$$.ndjson"; fi
echo "$next" >"$part"
mv "$part" "$folder/.since"
