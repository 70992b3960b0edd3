// node smoke.mjs GATEWAY RECEIVER — one observation's whole way through the gateway of a running house: agent, policy,
// observations, issue, signed webhook. ADMIN_TOKEN is in the environment; webhooks go to http://receiver:8080.
import { deepStrictEqual as same, ok } from 'node:assert';
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const [gateway, receiver] = process.argv.slice(2);
const PATIENCE_MS = 60_000;
const POLICY = `
name: build-egress
type: allow
scope: global
rules:
  - pattern: "*.github.com"
`;

/** Sends a text as YAML and anything else as JSON. */
async function ask(method, path, body, token = process.env.ADMIN_TOKEN) {
  const yaml = typeof body === 'string';
  const response = await fetch(gateway + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': `application/${yaml ? 'yaml' : 'json'}` }),
    },
    body: yaml ? body : JSON.stringify(body),
  });
  const answer = await response.text();
  ok(response.ok, `${method} ${path} is answered ${response.status}: ${answer}`);
  return { status: response.status, data: JSON.parse(answer) };
}

/** Looks until there is something. */
async function until(what, look) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    ok(Date.now() < end, `${what} did not come within ${PATIENCE_MS / 1000} s`);
    await pause(100);
  }
}

const said = (sentence) => console.error(`        ok: ${sentence}`);

const { data: agent } = await ask('POST', '/v1/agents', {
  name: 'runner-7',
  os: 'linux',
  kind: 'github_actions',
  labels: { repository: 'acme/shop' },
});
said('the registry made an agent');

await ask('POST', '/v1/policies', POLICY);
said('the registry took a policy');

const { data: webhook } = await ask('POST', '/v1/webhooks', { url: 'http://receiver:8080/' });
said('the notifier took a webhook');

const timestamp = new Date().toISOString();
const process_ = { pid: 4211, command: '/usr/bin/curl', args: ['-s'] };
const statuses = [];
for (const destination of ['api.github.com', 'paste.example.net', 'paste.example.net']) {
  const seen = { destination, destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' };
  const { status } = await ask(
    'PUT',
    '/v1/events_v2',
    {
      kind: 'network_connection',
      timestamp,
      verdict: 'detected',
      metadata: { ...seen, process: process_ },
    },
    agent.token,
  );
  statuses.push(status);
}
same(statuses, [201, 201, 202]);
said('ingest recorded two observations and knew the third');

const issue = await until('the issue', async () => {
  const { data } = await ask('GET', '/v1/issues');
  ok(data.data.length < 2, 'there is more than one issue');
  return data.data[0];
});
ok(JSON.stringify(issue).includes('paste.example.net'), 'the issue is about something else');
said(`detection raised one issue: ${issue.id}`);

const told = await until('the webhook', async () => {
  const received = await (await fetch(receiver)).json();
  return received.find(({ body }) => body.includes(issue.id));
});
const signature = createHmac('sha256', webhook.secret).update(told.body).digest('hex');
same(told.signature, `sha256=${signature}`);
said('the notifier told the webhook, and the signature is right');
