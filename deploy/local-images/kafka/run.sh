#!/bin/bash
# KAFKA_* of the environment become server.properties, by the rule of the official image ("___" is "-", "__" is "_",
# "_" is "."); the storage is formatted once; then the broker runs.
set -euo pipefail
properties=/opt/kafka/config/server.properties
: >"$properties"
for name in $(compgen -v KAFKA_ | sort); do
  case $name in KAFKA_HEAP_OPTS | KAFKA_OPTS) continue ;; esac
  key=$(sed -e 's/^KAFKA_//' -e 's/___/\x01/g' -e 's/__/\x02/g' -e 's/_/./g' -e 's/\x01/-/g' -e 's/\x02/_/g' <<<"$name")
  printf '%s=%s\n' "${key,,}" "${!name}" >>"$properties"
done
java=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData
  -Dlog4j2.configurationFile=file:/opt/kafka/log4j2.properties -cp '/opt/kafka/libs/*')
"${java[@]}" -Xmx128m kafka.tools.StorageTool format --ignore-formatted -t "${CLUSTER_ID:-4L6g3nShT-eMCtK--X86sw}" \
  -c "$properties"
read -ra heap <<<"${KAFKA_HEAP_OPTS:--Xms128m -Xmx512m}"
exec "${java[@]}" "${heap[@]}" kafka.Kafka "$properties"
