// node dashboard-rules.mjs FILE… — a file of rules (JSON, which is YAML) with every expression of the dashboards, their
// variables filled in as Grafana would, so that promtool can judge them.
import { readFileSync } from 'node:fs';

const FILLED = {
  ...{ __rate_interval: '5m', __range: '6h' },
  ...{ job: '(a|b)', namespace: '.*', installation: '.*', route: '.*' },
};

const filled = (expr) =>
  expr.replaceAll(/\$(\w+)/g, (_, name) => {
    if (!(name in FILLED)) throw new Error(`nobody knows what stands for $${name} in ${expr}`);
    return FILLED[name];
  });

const rules = process.argv
  .slice(2)
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).panels)
  .flatMap(({ targets = [] }) => targets)
  .map(({ expr }, i) => ({ record: `dashboard:${i}`, expr: filled(expr) }));
console.log(JSON.stringify({ groups: [{ name: 'dashboards', rules }] }, null, 2));
