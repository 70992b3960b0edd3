# The chart: linted, rendered with each value file in chart/ci, held against the schemas of the Kubernetes API and
# against the settings that the services read; and it refuses what it should. To be sourced after tools.sh.

chart=$here/chart

render() { helm template "${release:-parapet}" "$chart" --kube-version "$KUBERNETES_VERSION" "$@"; }

check_chart() {
  step 'tools of the chart'
  helm_tool
  kubeconform_tool
  local schemas values rendered
  schemas=$(kubernetes_schemas)
  step 'chart'
  for values in "$chart"/ci/*.yaml; do
    rendered=$DEPLOY_CACHE/log/$(basename "$values")
    helm lint --strict --quiet "$chart" -f "$values" --kube-version "$KUBERNETES_VERSION" >&2 || die "helm lint with $values"
    render -f "$values" >"$rendered" || die "the chart is not rendered with $values"
    # Kubernetes itself has no schemas for what the Prometheus operator reads.
    kubeconform -strict -skip ServiceMonitor,PrometheusRule \
      -schema-location "$schemas/{{.ResourceKind}}{{.KindSuffix}}.json" "$rendered" >&2 ||
      die "what is rendered with $values is not valid"
    settings_known "$rendered"
    ok "$(basename "$values"): $(grep -c '^kind:' "$rendered") resources, linted, valid for Kubernetes $KUBERNETES_VERSION"
  done
  local usual=(-f "$chart/ci/usual.yaml")
  local closed=(-f "$chart/ci/small.yaml" --set networkPolicy.enabled=true)
  local own=(--set ingress.enabled=true --set 'ingress.hosts={a.example}' -f "$chart/ci/small.yaml")
  shows ingress 'ingest is reached directly by those who may' '/v1/events_v2/batch' "${usual[@]}"
  shows ingress 'ingest is reached directly where no policy forbids it' 'parapet-ingest' "${own[@]}"
  lacks ingress 'agents go by the gateway where nobody else may call ingest' 'parapet-ingest' "${own[@]}" --set networkPolicy.enabled=true
  lacks ingress 'metrics and readiness are not public' 'metrics|readyz|healthz' "${usual[@]}"
  shows deployment 'the gateway believes nobody by itself' 'TRUST_PROXY, value: ""' "${own[@]}"
  shows deployment 'ingest believes the controller that reaches it directly' \
    'TRUST_PROXY, value: "10.42.7.0/24,10.42.0.0/16"' "${usual[@]}"
  shows deployment 'an authority of your own is trusted' 'secretName: "our-authority"' -f "$chart/ci/large.yaml"
  shows hpa 'a group is named with the prefix' 'consumergroup: prod.detection.issues' -f "$chart/ci/large.yaml"
  shows configmap 'detections of your own are taken along as they are' '^  catalog.json: ".*was \\\\\\"read' -f "$chart/ci/large.yaml"
  shows deployment 'another catalog makes other pods of detection' 'checksum/catalog: [0-9a-f]{64}' -f "$chart/ci/large.yaml"
  shows deployment 'detections may stand in a ConfigMap of yours' 'configMap: \{ name: "our-detections",' "${usual[@]}"
  lacks deployment 'nothing is mounted where there are none' '[Cc]atalog' "${own[@]}"
  shows deployment 'a pod without Kafka goes on answering reads' 'path: ./readyz.exclude=log' "${own[@]}"
  shows deployment 'a small share of traces is written as services read it' \
    'OTEL_TRACES_SAMPLER_ARG, value: "0.00001"' "${own[@]}" --set-json settings.OTEL_TRACES_SAMPLER_ARG=0.00001
  shows prometheusrule 'the alerts are those of the file' '^        - alert: ParapetNotReady' "${usual[@]}"
  shows prometheusrule 'the operator finds the alerts' 'release: monitoring' "${usual[@]}"
  shows servicemonitor 'series are of their release' 'targetLabel: installation, replacement: "parapet"' "${usual[@]}"
  shows servicemonitor 'a house may be named otherwise in monitoring' 'replacement: "eu"' "${usual[@]}" --set serviceMonitor.installation=eu
  shows dashboards 'the sidecar of Grafana finds the dashboards' 'grafana_dashboard: "1"' "${usual[@]}"
  dashboards_whole "${usual[@]}"
  lacks networkpolicy 'a notifier that is given no port reaches no receiver outside' '0.0.0.0/0' "${closed[@]}" --set-json networkPolicy.webhooks.ports=[]
  lacks networkpolicy 'IPv4 within IPv6, which Kubernetes takes for no part of ::/0, is left out' '::ffff:' "${closed[@]}"
  shows networkpolicy 'the port that brokers are named with is open' 'port: 9096' "${closed[@]}" --set kafka.brokers=b-1.example:9096
  lacks networkpolicy 'nobody reaches a collector where no port of one is given' 'port: 4318' "${closed[@]}"
  shows networkpolicy 'the collector of traces is reached where it is said to be' 'port: 4318' "${closed[@]}" --set-json networkPolicy.traces.ports=[4318]
  shows deployment 'a broker may be an IPv6 address' 'value: "\[fd00::1\]:9092"' "${own[@]}" --set kafka.brokers='[fd00::1]:9092'
  shows deployment 'services believe a gateway that has an IPv6 address' 'TRUST_PROXY, value: ".*,fc00::/7"' "${own[@]}"
  shows deployment 'services believe a gateway whose address is of 100.64.0.0/10, as on EKS and GKE' 'TRUST_PROXY, value: "[^"]*,100[.]64[.]0[.]0/10,' "${own[@]}"
  shows deployment 'pods have the priority they are given' 'priorityClassName: "high"' "${own[@]}" --set defaults.priorityClassName=high
  release=2024 shows deployment 'a release may be named with a number' 'app.kubernetes.io/instance: "2024"' "${own[@]}"
  release=2024 shows service 'its services are named as Kubernetes lets them be' '  name: parapet-2024-gateway$' "${own[@]}"
  release=observability-security-monitoring-production-eu-1 shows service 'alerts know the services of a release with a long name' \
    '  name: observability-security-monitoring-producti-parapet-detection$' "${own[@]}"
  release=team.house shows service 'a release may have a dot in its name, which no service has' '  name: team-house-parapet-gateway$' "${own[@]}"
  lacks deployment 'a name that looks like a number is a name' '(name|Name): (1e3|123|true)' "${own[@]}" \
    --set-string existingSecret=1e3,caSecret=123,defaults.priorityClassName=true,detectionCatalog.existingConfigMap=123,serviceAccount.name=123
  refused 'no secret is named' 'existingSecret is not set' --set kafka.brokers=kafka:9092
  refused 'no broker is named' 'kafka.brokers is not set' --set existingSecret=parapet
  refused 'a value is misspelt' 'services/ingest' -f "$chart/ci/small.yaml" --set services.ingest.replica=2
  refused 'a setting is misspelt' "propertyName 'OBSERVATION_RETENSION'" -f "$chart/ci/small.yaml" --set settings.OBSERVATION_RETENSION=90d
  refused 'a setting of one service is misspelt' "propertyName 'LOG_LEVL'" -f "$chart/ci/small.yaml" --set services.ingest.env.LOG_LEVL=debug
  refused 'an ingress has no host' 'ingress.hosts is empty' -f "$chart/ci/small.yaml" --set ingress.enabled=true
  refused 'a pod would be killed before it has ended' 'terminationGracePeriodSeconds of gateway' -f "$chart/ci/small.yaml" --set services.gateway.preStopSeconds=30
  refused 'a port is chosen that no probe asks at' 'not' -f "$chart/ci/small.yaml" --set settings.PORT=9000
  refused 'an autoscaler would not be taken, after its Deployment has given its replicas away' 'minReplicas of detection is above' -f "$chart/ci/small.yaml" --set defaults.autoscaling.enabled=true --set defaults.autoscaling.minReplicas=8
  refused 'a service would be scaled by what all groups of the cluster are behind' 'autoscaling.lag.group of gateway' -f "$chart/ci/small.yaml" --set services.gateway.autoscaling.enabled=true --set services.gateway.autoscaling.lag.enabled=true
  refused 'nobody can say where the house is reached' 'say in publicUrl' -f "$chart/ci/small.yaml" --set ingress.enabled=true --set 'ingress.hosts={*.example.com}'
  refused 'a catalog is no list in JSON' 'must be a list of objects' -f "$chart/ci/small.yaml" --set 'detectionCatalog.text=\{'
  refused 'a catalog is said twice' 'say one of them' -f "$chart/ci/large.yaml" --set detectionCatalog.existingConfigMap=other
  refused 'a secret stands in the values' 'not' -f "$chart/ci/small.yaml" --set settings.SECRET_KEY=secret
  refused 'a former key stands in the values' 'not' -f "$chart/ci/small.yaml" --set settings.SECRET_KEY_PREVIOUS=secret
}

# dashboards_whole ARGUMENTS…: Grafana is given each dashboard as it lies in the chart, and there is nothing of it by default.
dashboards_whole() {
  local given
  given=$(render -s templates/dashboards.yaml "$@" | sed -nE 's/^  parapet-[a-z]+\.json: (.*)/\1/p')
  node "$here/check/same-dashboards.mjs" "$chart/dashboards" <<<"$given" || die 'a dashboard is another one than in its file'
  ! render -f "$chart/ci/small.yaml" | grep -qE 'kind: PrometheusRule|grafana' || die 'what nobody asked for is made for monitoring'
  ok 'Grafana is given the dashboards as they are'
}

# settings_known FILE: every environment variable in it is a setting of .env.example, or Node's own.
settings_known() {
  local name
  for name in $(sed -nE 's/^ +- (\{ )?name: ([A-Z][A-Z0-9_]+).*/\2/p' "$1" | sort -u); do
    grep -q "^#$name=" .env.example || [ "$name" = NODE_EXTRA_CA_CERTS ] || die "the chart sets $name, which no service reads"
  done
}

# refused WHY SENTENCE ARGUMENTS…
refused() {
  local why=$1 sentence=$2 said
  shift 2
  if said=$(render "$@" 2>&1 >/dev/null); then die "the chart is rendered though $why"; fi
  grep -q "$sentence" <<<"$said" || die "refused, but for another reason than that $why: $said"
  ok "refused when $why"
}

# shows TEMPLATE WHY PATTERN ARGUMENTS… and lacks …: what is rendered of a template has such a line, or none.
shows() {
  local why=$2 pattern=$3
  has "$pattern" "$1" "${@:4}" || die "it is not so that $why"
  ok "$why"
}

lacks() {
  local why=$2 pattern=$3
  if has "$pattern" "$1" "${@:4}"; then die "it is not so that $why"; fi
  ok "$why"
}

has() {
  local pattern=$1 rendered
  rendered=$(render -s "templates/$2.yaml" "${@:3}") || die "the chart is not rendered with ${*:3}"
  grep -qE "$pattern" <<<"$rendered"
}
