#!/bin/sh
# Writes what was found since the last run into a file of its own: pull-findings.sh URL TOKEN_FILE FOLDER
set -eu
umask 077
url=$1 token=$(cat "$2") folder=$3
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
since=$(cat "$folder/.since" 2>/dev/null || echo 1970-01-01T00:00:00Z)
# Some minutes twice: an issue may be listed a little after it was made. What comes again has the same metadata.uid.
next=$(date -u -d '5 minutes ago' +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -v-5M +%Y-%m-%dT%H:%M:%SZ)

# A file of its own: one run may begin before another has ended.
part=$(mktemp "$folder/.part.XXXXXX")
trap 'rm -f "$part"' EXIT
# --fail: an error is no finding. A download that breaks off ends curl with 18, and this script with it.
echo "header = \"Authorization: Bearer $token\"" |
  curl --silent --show-error --fail --config - --output "$part" \
    "$url/v1/issues/export?format=ocsf&since=$since"
if [ -s "$part" ]; then mv "$part" "$folder/findings-$now-$$.ndjson"; fi
echo "$next" >"$part"
mv "$part" "$folder/.since"
