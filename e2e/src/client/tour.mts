// The five minutes of the README, by a client that was generated from the API document: compiled and run by its neighbour's test,
// beside which it finds that client.
import {
  createAgent,
  createPolicy,
  createWebhook,
  getIssue,
  listIssues,
  type NewEvent,
  type PolicyBody,
  putEvent,
} from './generated';
import { createClient } from './generated/client';
import type { Tour } from './tour-report';

const text = (value: string): string => JSON.stringify(value);

const yaml = ({ name, type, scope = 'global', rules }: PolicyBody): string =>
  [
    ...[`name: ${text(name)}`, `type: ${type}`, `scope: ${scope}`, 'rules:'],
    ...rules.flatMap(({ pattern, comment = '' }) => [
      ...[`  - pattern: ${text(pattern)}`, `    comment: ${text(comment)}`],
    ]),
  ].join('\n');

const connectionTo = (destination: string, timestamp: string): NewEvent => ({
  ...{ kind: 'network_connection', timestamp, verdict: 'detected' as const },
  metadata: {
    ...{ destination, destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' },
    process: { pid: 4211, command: '/usr/bin/curl', args: ['-s'] },
  },
});

export const tour: Tour = async ({ baseUrl, adminToken, receiverUrl, word, until }) => {
  let agentToken = '';
  const client = createClient({
    baseUrl,
    auth: ({ key }) => (key === 'agent' ? agentToken : adminToken),
  });

  const agent = await createAgent({
    ...{ client, throwOnError: true as const },
    body: { name: word, os: 'linux', kind: 'github_actions', labels: { repository: 'acme/shop' } },
  });
  agentToken = agent.data.token;

  const egress: PolicyBody = {
    ...{ name: `${word}-egress`, type: 'allow', scope: 'global' },
    rules: [{ pattern: `*.${word}.example`, comment: 'source and releases' }],
  };
  const policy = await createPolicy({
    ...{ client, throwOnError: true as const, body: egress, bodySerializer: () => yaml(egress) },
    headers: { 'Content-Type': 'application/yaml' },
  });

  const timestamp = new Date().toISOString();
  const statuses: number[] = [];
  const observe = async (destination: string): Promise<void> => {
    const body = connectionTo(destination, timestamp);
    const { response } = await putEvent({ client, throwOnError: true, body });
    statuses.push(response.status);
  };
  await observe(`api.${word}.example`);
  await observe(`${word}.paste.example`);
  await observe(`${word}.paste.example`);

  const listed = await until(async () => {
    const { data } = await listIssues({ client, throwOnError: true, query: { limit: 1000 } });
    return data.data.find(({ details }) => details.domain === `${word}.paste.example`);
  });
  const issue = await getIssue({
    ...{ client, throwOnError: true as const, path: { issue_id: listed.id } },
  });

  const webhook = await createWebhook({
    ...{ client, throwOnError: true as const, body: { url: receiverUrl } },
  });
  await observe(`${word}.exfil.example`);

  adminToken = agentToken;
  const refused = await listIssues({ client });
  return {
    ...{ policyId: policy.data.id, statuses, issueId: listed.id, issueWhy: issue.data.why.reason },
    webhookSecret: webhook.data.secret,
    refusal: refused.error && 'error' in refused.error ? refused.error.error.code : '',
  };
};
