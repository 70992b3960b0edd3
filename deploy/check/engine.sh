# A Docker engine: the one that answers, or one started by hand for as long as the check runs. To be sourced after
# say.sh.

engine_pid=

engine() {
  if docker info >/dev/null 2>&1; then
    ok "engine $(docker version -f '{{.Server.Version}}') answers"
    return
  fi
  local want='install Docker and start it, or run this as root on Debian, where it is installed and started by hand.'
  command -v dockerd >/dev/null && command -v iptables >/dev/null || apt docker.io iptables ||
    die "no Docker engine answers: $want"
  [ "$(id -u)" = 0 ] || die "no Docker engine answers: $want"
  local dir=$DEPLOY_CACHE/engine
  mkdir -p "$dir"
  rm -f "$dir/pid"
  setsid dockerd --data-root "$dir/data" --exec-root "$dir/exec" --pidfile "$dir/pid" \
    >"$DEPLOY_CACHE/log/dockerd.log" 2>&1 </dev/null &
  engine_pid=$!
  until docker info >/dev/null 2>&1; do
    kill -0 "$engine_pid" 2>/dev/null || {
      tail -n 20 "$DEPLOY_CACHE/log/dockerd.log" >&2
      die 'dockerd, started by hand, ended.'
    }
    sleep 0.2
  done
  ok "engine $(docker version -f '{{.Server.Version}}') started by hand, data in $dir"
}

# Stops the engine that `engine` started, and no other. What old builds left in it goes; today's makes builds faster.
engine_stop() {
  [ -z "$engine_pid" ] || {
    docker image prune --force --filter until=24h >/dev/null 2>&1 || true
    kill "$engine_pid" 2>/dev/null || true
    wait "$engine_pid" 2>/dev/null || true
  }
}

# Newer clients want the buildx plugin for BuildKit; the classic builder needs none, and these Dockerfiles need no more.
build_image() {
  local name=$1
  shift
  if docker buildx version >/dev/null 2>&1; then
    quietly "build-${name//[:\/]/-}" docker build -t "$name" "$@"
  else
    DOCKER_BUILDKIT=0 quietly "build-${name//[:\/]/-}" docker build -t "$name" "$@"
  fi
}

have_image() { docker image inspect "$1" >/dev/null 2>&1; }
size_of() { docker image inspect -f '{{.Size}}' "$1" | numfmt --to=si; }
