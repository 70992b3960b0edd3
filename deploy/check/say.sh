# How the scripts of deploy/ speak: `step` with the seconds since the start, `ok`, `die` with one sentence.
# To be sourced. $DEPLOY_CACHE keeps tools and locally made images between runs.

DEPLOY_CACHE=${DEPLOY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parapet/deploy}
mkdir -p "$DEPLOY_CACHE/bin" "$DEPLOY_CACHE/log"
PATH=$DEPLOY_CACHE/bin:$PATH

export DEPLOY_BEGAN=${DEPLOY_BEGAN:-$(date +%s)}
step() { printf '[%4ss] %s\n' $(($(date +%s) - DEPLOY_BEGAN)) "$*" >&2; }
ok() { printf '        ok: %s\n' "$*" >&2; }
die() {
  printf '        failed: %s\n' "$*" >&2
  exit 1
}

# quietly NAME COMMAND… runs the command with its output in a log file, which is shown when it fails.
quietly() {
  local log=$DEPLOY_CACHE/log/$1.log
  shift
  "$@" >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    return 1
  }
}

# apt PACKAGE… installs Debian packages; says no where that cannot be done.
apt() {
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
  quietly apt-update apt-get update -qq
  DEBIAN_FRONTEND=noninteractive quietly apt-install \
    apt-get install -y -qq --no-install-recommends "$@"
}
