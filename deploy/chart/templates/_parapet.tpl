{{/* The names and labels that all templates agree on, and a service's values over the defaults. */}}

{{- define "parapet.name" -}}
{{- /* The name of a Service has no dots and begins with a letter. */ -}}
{{- $release := .Release.Name | replace "." "-" -}}
{{- /* However long the release's name is, the chart's is whole in it: alerts know the house by that. */ -}}
{{- $name := $release | trunc 50 | trimSuffix "-" -}}
{{- if not (contains .Chart.Name $name) }}{{ $name = printf "%s-%s" ($release | trunc 42 | trimSuffix "-") .Chart.Name }}{{ end -}}
{{- regexMatch "^[0-9]" $name | ternary (printf "%s-%s" .Chart.Name $release) $name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "parapet.selector" -}}
app.kubernetes.io/name: parapet
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "parapet.labels" -}}
{{ include "parapet.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "parapet.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "parapet.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end -}}
{{- end }}

{{/* A service's values, the defaults below them, as YAML. Called with a list: the root, the service's name. */}}
{{- define "parapet.service" -}}
{{- $root := index . 0 }}{{ $name := index . 1 -}}
{{- mustMergeOverwrite (deepCopy $root.Values.defaults) (deepCopy (index $root.Values.services $name)) | toYaml -}}
{{- end }}

{{- define "parapet.publicUrl" -}}
{{- if .Values.settings.PUBLIC_URL }}{{ .Values.settings.PUBLIC_URL }}
{{- else if .Values.publicUrl }}{{ .Values.publicUrl }}
{{- else if and .Values.ingress.enabled .Values.ingress.hosts -}}
{{- if hasPrefix "*" (first .Values.ingress.hosts) }}{{ fail "ingress.hosts begins with a wildcard, which is no address: say in publicUrl where people reach the house." }}{{ end -}}
{{- printf "https://%s" (first .Values.ingress.hosts) }}
{{- end -}}
{{- end }}

{{/* Whether the ingress goes straight to ingest: not where network policies would let nobody through. */}}
{{- define "parapet.direct" -}}
{{- with .Values }}{{ if and .ingress.enabled .ingress.direct (or (not .networkPolicy.enabled) .networkPolicy.ingressFrom) }}yes{{ end }}{{ end -}}
{{- end }}

{{/* The ConfigMap that has detections of your own, empty where there are none. */}}
{{- define "parapet.catalog" -}}
{{- with .Values.detectionCatalog -}}
{{- if and .text .existingConfigMap }}{{ fail "detectionCatalog has a text and an existingConfigMap: say one of them." }}{{ end -}}
{{- if .existingConfigMap }}{{ .existingConfigMap }}
{{- else if .text }}
{{- range fromJsonArray .text }}{{ if not (kindIs "map" .) }}{{ fail "detectionCatalog.text must be a list of objects in JSON, as docs/detection.md shows it." }}{{ end }}{{ end -}}
{{ include "parapet.name" $ }}-detection-catalog
{{- end -}}
{{- end -}}
{{- end }}

{{/* Where brokers are reached: the ports of kafka.brokers and those that the network policies name besides, as JSON. */}}
{{- define "parapet.kafkaPorts" -}}
{{- $ports := list }}
{{- range splitList "," .Values.kafka.brokers }}{{ $ports = append $ports (regexFind "[0-9]+$" . | int) }}{{ end }}
{{- range .Values.networkPolicy.kafka.ports }}{{ $ports = append $ports (int .) }}{{ end }}
{{- $ports | uniq | toJson -}}
{{- end }}

{{/* Whose X-Forwarded-For a service believes. Called with a list: the root, the service's name. */}}
{{- define "parapet.trustProxy" -}}
{{- $root := index . 0 }}{{ $service := index . 1 }}{{ $trust := $root.Values.trustProxy -}}
{{- if eq $service "gateway" }}{{ $trust.gateway -}}
{{- else if and (eq $service "ingest") (include "parapet.direct" $root) }}{{ list $trust.gateway $trust.services | compact | join "," -}}
{{- else }}{{ $trust.services }}{{ end -}}
{{- end }}

{{/* A service's settings, as YAML. Called with a list: the root, the service's name. The gateway keeps nothing: it is not
     told where Kafka and MongoDB are, nor any secret. */}}
{{- define "parapet.settings" -}}
{{- $root := index . 0 }}{{ $service := index . 1 -}}
{{- $all := dict "PORT" "8080" "TRUST_PROXY" (include "parapet.trustProxy" .) -}}
{{- with include "parapet.publicUrl" $root }}{{ $_ := set $all "PUBLIC_URL" . }}{{ end -}}
{{- if eq $service "gateway" -}}
{{- range list "ingest" "detection" "registry" "notifier" -}}
{{- $_ := set $all (printf "%s_URL" (upper .)) (printf "http://%s-%s:8080" (include "parapet.name" $root) .) -}}
{{- end -}}
{{- else -}}
{{- with $root.Values.kafka -}}
{{- $brokers := required "kafka.brokers is not set: say host:port of one broker or more, with commas between them." .brokers -}}
{{- $_ := merge $all (dict "EVENT_LOG" "kafka" "KAFKA_BROKERS" $brokers "KAFKA_REPLICATION" .replication "KAFKA_SSL" (.ssl | ternary "on" "off")) -}}
{{- with .topicPrefix }}{{ $_ := set $all "KAFKA_TOPIC_PREFIX" . }}{{ end -}}
{{- if .username }}{{ $_ := merge $all (dict "KAFKA_USERNAME" .username "KAFKA_SASL_MECHANISM" .saslMechanism) }}{{ end -}}
{{- end -}}
{{- $_ := set $all "READ_MODEL" "mongodb" -}}
{{- end -}}
{{- if and (eq $service "detection") (include "parapet.catalog" $root) -}}
{{- $_ := set $all "DETECTION_CATALOG" "/etc/parapet/catalog/catalog.json" -}}
{{- end -}}
{{- if eq $service "notifier" -}}
{{- with $root.Values.networkPolicy.webhooks.allow }}{{ $_ := set $all "WEBHOOK_ALLOW_CIDRS" (join "," .) }}{{ end -}}
{{- end -}}
{{- $own := (include "parapet.service" . | fromYaml).env -}}
{{- mustMergeOverwrite $all $root.Values.settings $own | toYaml -}}
{{- end }}

{{/* A setting as the services read it: YAML takes off for a boolean and 1000000 for a float, and writes 0.00001 as 1e-05. */}}
{{- define "parapet.text" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}
{{- else if kindIs "float64" . }}{{ if eq (floor .) . }}{{ int64 . }}{{ else }}{{ regexReplaceAll "0+$" (printf "%.9f" .) "" }}{{ end }}
{{- else }}{{ . }}
{{- end -}}
{{- end }}
