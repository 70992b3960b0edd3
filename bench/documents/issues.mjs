import chassis from '../../libs/chassis/dist/index.js';
import contracts from '../../libs/contracts/dist/index.js';
import collections from '../../apps/detection/dist/issue/issue.collection.js';
import folding from '../../apps/detection/dist/issue/fold-issues.js';
import http from '../../apps/detection/dist/issue/issue.http.js';
import queries from '../../apps/detection/dist/issue/issue-query.js';
import { halves, timeOf } from './halves.mjs';

const { isoTime } = contracts;

const numbered = (count, nameOf) => Array.from({ length: count }, (_, n) => nameOf(n));
const agentOf = halves(0, 'agent_busy', ...numbered(997, (n) => `agent_${n}`));
const destinationOf = halves(1, 'often.example', ...numbered(9_973, (n) => `${n}.example`));
const severityOf = halves(2, 'high', 'critical', 'medium', 'low');
const verdictOf = halves(3, 'detected', 'blocked');
const statusOf = halves(4, 'open', 'acknowledged', 'resolved', 'ignored');

/** Issues as they are folded, each of one observation, and their list. */
export const ISSUES = {
  collection: collections.ISSUES,
  /** Half of all documents have each of them. */
  filters: {
    ...{ severity: 'high', verdict: 'detected', status: 'open' },
    ...{ agent_id: 'agent_busy', destination: 'often.example' },
  },
  documentNumber: (i) => ({ ...folded(i), status: statusOf(i) }),
  /** What the route does, without HTTP. @returns `{ data, pagination }` */
  page: (store, query) =>
    chassis.listPage(store, query, queries.issueQuery(query), http.renderIssue),
};

function folded(i) {
  const record = { position: { topic: 'issues', partition: 0, offset: i }, event: created(i) };
  const key = record.event.data.issue_id;
  const [issue] = folding.foldIssues(new Map(), [{ ...record, key }], new Map([[i, 1]]));
  return issue;
}

function created(i) {
  const time = isoTime(timeOf(i));
  const [verdict, domain] = [verdictOf(i), destinationOf(i)];
  const platform = 'kubernetes';
  const labels = { cluster: 'prod', team: 'blue' };
  const observation = {
    ...{ id: `event_${i}`, position: `observations/0/${i}`, received_at: time },
    ...{ kind: 'network_connection', timestamp: time, verdict },
  };
  const data = {
    ...{ issue_id: `issue_${contracts.digest([String(i)], 27)}`, agent_id: agentOf(i), verdict },
    ...{ title: `Unknown egress to ${domain}`, severity: severityOf(i) },
    ...{ micro_context: { platform, cluster: 'prod', node: 'node-1' }, details: { domain } },
    ...{ why: { reason: 'no policy allows it', policy: null }, judged_at: 0 },
    ...{ subject: { platform, labels, verdict }, observations: [observation], evidence: [] },
  };
  const origin = { id: `${i}`, time, actor: 'detection', cause: null };
  return { ...contracts.envelope('IssueCreated', origin), data };
}
