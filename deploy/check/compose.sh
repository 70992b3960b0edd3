# The compose file: brought up until healthy, used through the gateway, looked at from inside, and stopped in order. A
# project of its own, so that a house that runs on this machine is left alone. To be sourced after images.sh.

up=
house() { compose -p parapet-check -f docker-compose.yml -f "$here/check/receiver.yml" "$@"; }

compose_down() {
  if [ -n "$up" ]; then quietly compose-down house --profile operator down --volumes --timeout 30 || true; fi
}

# Secrets for one run; the receiver is at a private address and speaks http.
compose_settings() {
  ADMIN_TOKEN=$(random) SECRET_KEY=$(random)
  export ADMIN_TOKEN SECRET_KEY PARAPET_PORT=0 DETECTION_CATALOG=$here/check/catalog.json
  export WEBHOOK_ALLOW_HTTP=on WEBHOOK_ALLOW_CIDRS=10.0.0.0/8,172.16.0.0/12,192.168.0.0/16
}

random() { node -p 'require("crypto").randomBytes(32).toString("hex")'; }

check_compose() {
  compose_tool
  base KAFKA_IMAGE apache/kafka:4.3.1 kafka
  base MONGO_IMAGE mongo:8 mongodb
  step 'compose'
  without_secrets
  compose_settings
  up=yes
  local began=$SECONDS
  quietly compose-up house up --no-build --wait --wait-timeout 300 || {
    house ps -a >&2
    house logs --tail 20 >&2
    die 'the house did not come up'
  }
  ok "up and healthy after $((SECONDS - began)) s: $(house ps --format '{{.Service}}' | sort | paste -sd' ')"
  step 'smoke test through the gateway'
  node "$here/check/smoke.mjs" "http://$(house port gateway 8080)" "http://$(house port receiver 8080)" ||
    die 'the house is up but does not do its work'
  house exec -T detection node -e 'JSON.parse(fs.readFileSync(process.env.DETECTION_CATALOG))' ||
    die 'detection has no catalog of its own'
  ok 'detection has read a catalog of its own'
  step 'hardening'
  local service
  for service in gateway ingest detection registry notifier; do locked_down "$service"; done
  step 'operator'
  house --progress quiet run --rm cli parked list >&2 || die 'the command line does not reach the house'
  ok 'the command line lists parked records'
  step 'stop'
  stopped_in_order
}

without_secrets() {
  local said
  if said=$(ADMIN_TOKEN='' SECRET_KEY='' house config 2>&1 >/dev/null); then die 'the house starts without secrets'; fi
  grep -q 'openssl rand' <<<"$said" || die "a missing secret is not explained: $said"
  ok 'refused without secrets, with a sentence that says what to do'
}

# locked_down SERVICE: not root, nothing can be written but /tmp, no capability.
locked_down() {
  house exec -T "$1" node -e '
    const { writeFileSync, readFileSync } = require("node:fs");
    const { throws, equal, match } = require("node:assert");
    equal(process.getuid(), 1000);
    for (const file of ["/app/x", "/x", "/data/x"]) throws(() => writeFileSync(file, ""), /EROFS/);
    writeFileSync("/tmp/x", "");
    match(readFileSync("/proc/1/status", "utf8"), /^CapEff:\s+0+$/m);
    match(readFileSync("/proc/1/status", "utf8"), /^NoNewPrivs:\s+1$/m);
  ' || die "$1 may do more than it should"
  ok "$1: user 1000, read-only root, no capability"
}

# Every process ends by itself, in under ten seconds each, with 0.
stopped_in_order() {
  local service began
  for service in gateway ingest detection notifier registry; do
    began=$SECONDS
    quietly compose-stop house stop --timeout 30 "$service"
    local code
    code=$(docker inspect -f '{{.State.ExitCode}}' "$(house ps -aq "$service")")
    [ "$code" = 0 ] && [ $((SECONDS - began)) -le 11 ] || {
      house logs --tail 20 "$service" >&2
      die "$service ended with $code after $((SECONDS - began)) s"
    }
    ok "$service ended with 0 after $((SECONDS - began)) s"
  done
}
