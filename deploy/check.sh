#!/usr/bin/env bash
# npm run check:deploy [-- chart | images | compose] — everything in deploy/, run for real: the chart linted, rendered
# and held against the Kubernetes API's schemas, its alerts tried, images built, the compose file brought up and used.
#
# NODE_IMAGE, KAFKA_IMAGE and MONGO_IMAGE are used where given, else the official images, else stand-ins made here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
. "$here/check/say.sh"
. "$here/check/tools.sh"
. "$here/check/engine.sh"
. "$here/check/chart.sh"
. "$here/check/monitoring.sh"
. "$here/check/images.sh"
. "$here/check/compose.sh"

cleanup() {
  compose_down
  engine_stop
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

case "${1:-all}" in
  chart) parts=(chart monitoring) ;;
  images) parts=(images) ;;
  compose) parts=(images compose) ;;
  all) parts=(chart monitoring images compose) ;;
  *) die 'say chart, images, compose or nothing' ;;
esac
for part in "${parts[@]}"; do "check_$part"; done
step 'all of it holds'
