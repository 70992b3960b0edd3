# Alerts and dashboards: what Prometheus itself says of their expressions, and when alerts are raised. To be sourced after
# tools.sh. That they ask for numbers which processes tell is proven by apps/standalone/src/monitoring.spec.ts.

check_monitoring() {
  step 'alerts and dashboards'
  promtool_tool
  local alerts=$chart/alerts.yml asked=$DEPLOY_CACHE/log/dashboards.rules.yml
  quietly alerts promtool check rules "$alerts" || die 'the alerts are no rules'
  (cd "$here/check" && quietly alerts-test promtool test rules alerts.test.yml) || die 'an alert is raised when it should not be, or is not'
  ok "$(grep -c -- '- alert:' "$alerts") alerts are raised when they should be"
  node "$here/check/dashboard-rules.mjs" "$chart"/dashboards/*.json >"$asked"
  quietly dashboards promtool check rules "$asked" || die 'a dashboard asks Prometheus for what it does not understand'
  ok "Prometheus understands all $(grep -c '"expr"' "$asked") questions of the dashboards"
}
