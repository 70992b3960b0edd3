import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  nextTimestamp,
  record,
  recordNew,
  unique,
  walk,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver, serviceSignature } from '../house/receiver';
import type { Issue, ListedEvent, Webhook } from '../house/shapes';

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver();
});

/** More often than there are replicas, so that each of them is asked. */
const TIMES = 12;
const times = <T>(make: (nth: number) => Promise<T>, count = TIMES): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

const allow = (pattern: string): string =>
  `name: ${unique('policy')}\ntype: allow\nscope: global\nrules:\n  - pattern: "${pattern}"\n`;
const createPolicy = async (text: string): Promise<void> => {
  const answer = await house.admin.yaml('POST', '/v1/policies', text);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
};
const webhookAt = async (path: string): Promise<Webhook> => {
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path });
  expect(made.status).toBe(201);
  return made.body;
};
const issuesIn = async (zone: string): Promise<readonly Issue[]> => {
  const issues = await walk<Issue>(house.admin, '/v1/issues?limit=1000');
  return issues.filter((issue) => String(issue.details['domain']).endsWith(zone));
};

test('rule 4: an agent may speak the moment it was made, to any replica', async () => {
  for (let i = 0; i < TIMES; i += 1) {
    const agent = await newAgent(house.admin);
    const statuses = await times(() => record(agent, connection('moment.example.com')), 3);
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 201]);
  }
});

test('rule 4: what a policy allows is no issue from the moment the policy was made', async () => {
  const agent = await newAgent(house.admin);
  const zone = `${unique('allowed')}.example.com`;
  for (let i = 0; i < TIMES; i += 1) {
    await createPolicy(allow(`d${i}.${zone}`));
    await recordNew(agent, connection(`d${i}.${zone}`));
  }
  await recordNew(agent, connection(`witness.${zone}`));
  await issueAbout(house.admin, `witness.${zone}`);
  expect((await issuesIn(zone)).map((issue) => issue.details['domain'])).toEqual([
    `witness.${zone}`,
  ]);
});

test('rule 15: a webhook is told of an issue raised the moment it was made', async () => {
  const agent = await newAgent(house.admin);
  const path = `/${unique('moment')}`;
  const domains: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const { id } = await webhookAt(`${path}-${i}`);
    domains.push(`${unique('told')}.example.com`);
    await recordNew(agent, connection(String(domains[i])));
    const issue = await issueAbout(house.admin, String(domains[i]));
    await eventually(() => receiver.at(`${path}-${i}`).some((r) => r.body.includes(issue.id)));
    expect((await house.admin.delete(`/v1/webhooks/${id}`)).status).toBe(204);
  }
});

test('rule 6: of policies that race, everyone follows the one that won: those who list it and those who judge by it', async () => {
  const agent = await newAgent(house.admin);
  const zone = `${unique('raced')}.example.com`;
  const made = await house.admin.yaml<{ id: string }>('POST', '/v1/policies', allow(`d.${zone}`));
  const path = `/v1/policies/${made.body.id}`;
  const etag = String((await house.admin.get(path)).headers['etag']);
  const domains = Array.from({ length: 6 }, (_, nth) => `d${nth}.${zone}`);
  const answers = await Promise.all(
    domains.map((domain) =>
      house.admin.send({
        ...{ method: 'PUT', path, body: allow(domain), type: 'application/yaml' },
        headers: { 'if-match': etag },
      }),
    ),
  );
  const won = domains.filter((_, nth) => answers[nth]?.status === 200);
  expect(won).toHaveLength(1);
  const { rules } = (await house.admin.get<{ rules: { pattern: string }[] }>(path)).body;
  expect(rules.map(({ pattern }) => pattern)).toEqual(won);
  for (const domain of domains) await recordNew(agent, connection(domain));
  await holds(async () => {
    const raised = (await issuesIn(zone)).map((issue) => String(issue.details['domain']));
    expect(raised.sort()).toEqual(domains.filter((domain) => !won.includes(domain)));
  });
});

test('rule 7: an observation is the same however its time and its metadata are written, at every replica', async () => {
  const agent = await newAgent(house.admin);
  const metadata = { destination: `${unique('same')}.example.com`, port: 443, a: { b: 1, c: 2 } };
  const written = [
    ['2026-01-02T03:04:05.5Z', metadata],
    ['2026-01-02T03:04:05.500000000Z', Object.fromEntries(Object.entries(metadata).reverse())],
    ['2026-01-02T05:04:05.500+02:00', { ...metadata, a: { c: 2, b: 1.0 } }],
  ] as const;
  const body = { kind: 'network_connection', verdict: 'detected' };
  const answers = await times((nth) => {
    const [timestamp, known] = written[nth % 3] ?? written[0];
    return record(agent, { ...body, timestamp, metadata: known });
  });
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(TIMES - 1).fill(202)]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  const other = { ...body, timestamp: '2026-01-02T03:04:05.500000001Z', metadata };
  expect((await record(agent, other)).status).toBe(201);
});

test('rule 9: of twelve copies with six verdicts at once one is 201, and one event is there', async () => {
  const agent = await newAgent(house.admin);
  const verdicts = ['detected', 'allowed', 'blocked', 'terminated', 'detected', 'allowed'];
  const body = connection(`${unique('copies')}.example.com`);
  const answers = await times((nth) => record(agent, { ...body, verdict: verdicts[nth % 6] }));
  const accepted = answers.filter(({ status }) => status < 400);
  expect(accepted.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(accepted.map((answer) => answer.body.id)).size).toBe(1);
  const path = `/v1/events?agent_id=${agent.id}`;
  expect(await walk<ListedEvent>(house.admin, path)).toHaveLength(1);
});

test('rule 11: observations that race to raise an issue are all counted in one', async () => {
  const agents = await times(() => newAgent(house.admin), 4);
  const zone = `${unique('race')}.example.com`;
  const body = () => ({ ...connection(`one.${zone}`), timestamp: nextTimestamp() });
  await Promise.all(agents.map((agent) => times(() => recordNew(agent, body()))));
  await holds(async () => {
    const full = await Promise.all(
      (await issuesIn(zone)).map(({ id }) => issueInFull(house.admin, id)),
    );
    expect(full.map((issue) => issue.occurrences)).toEqual(agents.map(() => TIMES));
  });
});

// proves: api-webhook-again
test('rule 14: what is told again after a refusal has the same id and the same bytes', async () => {
  const refusing = await openReceiver((_, before) => ({ status: before === 0 ? 500 : 200 }));
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url: refusing.url });
  const agent = await newAgent(house.admin);
  const domain = `${unique('refused')}.example.com`;
  await recordNew(agent, connection(domain));
  const issue = await issueAbout(house.admin, domain);
  const about = () => refusing.received.filter((request) => request.body.includes(issue.id));
  await eventually(() => about().length >= 2);
  expect(new Set(about().map((request) => request.body)).size).toBe(1);
  expect(new Set(about().map((request) => request.headers['webhook-id'])).size).toBe(1);
  await house.admin.delete(`/v1/webhooks/${made.body.id}`);
});

// proves: api-webhook-once
test('rule 16: many issues at once are told once each to every webhook, however many senders there are', async () => {
  const path = `/${unique('once')}`;
  const hooks = await times((nth) => webhookAt(`${path}-${nth}`), 3);
  const agent = await newAgent(house.admin);
  const zone = `${unique('once')}.example.com`;
  await times((nth) => recordNew(agent, connection(`d${nth}.${zone}`)), 20);
  const at = (nth: number) => receiver.at(`${path}-${nth}`).filter((r) => r.body.includes(zone));
  await holds(() => {
    for (const nth of hooks.keys()) expect(at(nth).length).toBeGreaterThanOrEqual(20);
  });
  for (const nth of hooks.keys())
    expect(new Set(at(nth).map((request) => request.headers['webhook-id'])).size).toBe(20);
  expect(hooks.flatMap((_, nth) => at(nth))).toHaveLength(60);
  for (const { id } of hooks) await house.admin.delete(`/v1/webhooks/${id}`);
});

test('rule 17: whichever sender tells it, a webhook is signed with its own secret and no other', async () => {
  const path = `/${unique('signed')}`;
  const hooks = await times((nth) => webhookAt(`${path}-${nth}`), 2);
  const agent = await newAgent(house.admin);
  const zone = `${unique('signed')}.example.com`;
  await times((nth) => recordNew(agent, connection(`d${nth}.${zone}`)));
  for (const [nth, hook] of hooks.entries()) {
    const at = () => receiver.at(`${path}-${nth}`).filter((r) => r.body.includes(zone));
    await eventually(() => at().length >= TIMES);
    for (const { body, headers } of at()) {
      const signed = serviceSignature(hook.secret, body);
      expect(headers['x-service-signature']).toBe(signed);
      expect(signed).not.toBe(serviceSignature(String(hooks[1 - nth]?.secret), body));
    }
  }
  for (const { id } of hooks) await house.admin.delete(`/v1/webhooks/${id}`);
});

test('rule 12: of two commands that race each is answered as it went, and what is read is the last that won', async () => {
  const agent = await newAgent(house.admin);
  const domain = `${unique('commands')}.example.com`;
  await recordNew(agent, connection(domain));
  const { id } = await issueAbout(house.admin, domain);
  const wanted = ['acknowledged', 'resolved', 'ignored', 'acknowledged', 'resolved', 'ignored'];
  const answers = await Promise.all(
    wanted.map((status) => house.admin.patch<Issue>(`/v1/issues/${id}`, { status })),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const winners = answers.filter(({ status }) => status === 200).map(({ body }) => body.status);
  expect(winners.length).toBeGreaterThan(0);
  expect(winners).toContain((await issueInFull(house.admin, id)).status);
});

test('rule 13: a policy that is made while observations stream in leaves no issue open that it allows', async () => {
  const agent = await newAgent(house.admin);
  const zone = `${unique('stream')}.example.com`;
  const streamed = times(async (nth) => {
    for (let i = 0; i < 5; i += 1) await recordNew(agent, connection(`d${nth}-${i}.${zone}`));
  }, 6);
  await createPolicy(allow(`*.${zone}`));
  await streamed;
  await recordNew(agent, connection(`witness.of.${zone}`));
  await issueAbout(house.admin, `witness.of.${zone}`);
  await holds(async () => {
    const issues = await issuesIn(zone);
    const open = issues.filter((issue) => issue.status === 'open');
    expect(open.map((issue) => issue.details['domain'])).toEqual([`witness.of.${zone}`]);
  });
});
