import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received, type Receiver } from '../house/receiver';
import { generalError, type Webhook } from '../house/shapes';
import { faultsOf, faultsOfCard } from '../house/third-parties';

interface SlackMessage {
  readonly attachments: readonly [{ readonly title: string; readonly title_link?: string }];
}
interface TeamsMessage {
  readonly summary: string;
  readonly attachments: readonly [{ readonly content: object }];
}

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  // What `/down/…` is sent first fails, and comes again.
  receiver = await openReceiver(({ path }, before) => ({
    status: path.startsWith('/down/') && before === 0 ? 503 : 200,
  }));
});

async function hook(path: string, more: object): Promise<Webhook> {
  const answer = await house.admin.post<Webhook>('/v1/webhooks', {
    ...{ url: receiver.url + path, ...more },
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

/** What came to a path about a domain. */
const about = (path: string, domain: string): readonly Received[] =>
  receiver.at(path).filter(({ body }) => body.includes(domain));

// proves: api-format, api-format-said
test('one issue is told to each in its format, signed as ever', async () => {
  const cluster = unique('cluster');
  const [own, slack, teams] = [
    await hook('/own', {}),
    await hook('/slack', { format: 'slack' }),
    await hook('/teams', { format: 'teams' }),
  ];
  expect([own, slack, teams]).toMatchObject([
    { format: 'parapet' },
    { format: 'slack' },
    { format: 'teams' },
  ]);
  const domain = `${unique('told')}.example.com`;
  await recordNew(await newAgent(house.admin, { labels: { cluster } }), connection(domain));
  const { id, title } = await issueAbout(house.admin, domain);
  const told = async ({ secret, url }: Webhook): Promise<string> => {
    const request = await eventually(() => about(new URL(url).pathname, domain)[0]);
    expect(await faultsOf([secret], request)).toEqual([]);
    return request.body;
  };
  expect(JSON.parse(await told(own))).toMatchObject({ event: 'issue.created', issue: { id } });
  const [attachment] = (JSON.parse(await told(slack)) as SlackMessage).attachments;
  expect(attachment).toMatchObject({
    title: `New issue: ${title}`,
    title_link: expect.stringMatching(`/issues/${id}$`) as string,
    fields: expect.arrayContaining([{ title: 'Cluster', value: cluster, short: true }]) as object,
  });
  const message = JSON.parse(await told(teams)) as TeamsMessage;
  expect(message.summary).toBe(`New issue: ${title}`);
  expect(faultsOfCard(message.attachments[0].content)).toEqual([]);
});

// proves: api-format-plain
test('what an agent saw calls nobody in a chat', async () => {
  await hook('/plain', { format: 'slack' });
  const agent = await newAgent(house.admin, { name: '<!channel> <https://a.example|Log in>' });
  const domain = `${unique('plain')}.example.com`;
  await recordNew(agent, connection(domain));
  const { body } = await eventually(() => about('/plain', domain)[0]);
  expect(body).toContain('&lt;!channel&gt;');
  expect(body).not.toMatch(/[<>]/);
});

// proves: api-format-planned
test('what failed before the format was another is sent again as it was; a test is as it is now', async () => {
  const { id } = await hook('/down/then', {});
  const domain = `${unique('then')}.example.com`;
  await recordNew(await newAgent(house.admin), connection(domain));
  await eventually(() => about('/down/then', domain).length === 1);
  const changed = await house.admin.patch(`/v1/webhooks/${id}`, { format: 'slack' });
  expect(changed).toMatchObject({ status: 200, body: { format: 'slack' } });
  const test = await house.admin.post<{ body: string }>(`/v1/webhooks/${id}/test`);
  expect(JSON.parse(test.body.body)).toMatchObject({
    attachments: [{ title: 'Test: A test of this webhook' }],
  });
  const [first, again] = await eventually(() => {
    const told = about('/down/then', domain);
    return told.length === 2 && told;
  });
  expect(again?.body).toBe(first?.body);
});

// proves: api-format-key, api-format-alert
test('an alert for PagerDuty is opened, acknowledged and resolved with its issue, and its key is shown nowhere', async () => {
  const key = unique('key');
  const headers = { 'X-Routing-Key': key };
  const events = ['issue.created', 'issue.acknowledged', 'issue.resolved'];
  const { id, secret } = await hook('/on-call', { format: 'pagerduty', headers, events });
  const domain = `${unique('page')}.example.com`;
  await recordNew(await newAgent(house.admin), connection(domain));
  const issue = await issueAbout(house.admin, domain);
  for (const [told, status] of ['acknowledged', 'resolved'].entries()) {
    await eventually(() => about('/on-call', domain).length === told + 1);
    await house.admin.patch(`/v1/issues/${issue.id}`, { status });
  }
  const told = await eventually(() => {
    const all = about('/on-call', domain);
    return all.length === 3 && all;
  });
  for (const request of told) expect(await faultsOf([secret], request)).toEqual([]);
  expect(told.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject(
    ['trigger', 'acknowledge', 'resolve'].map((event_action) => ({
      ...{ routing_key: key, event_action, dedup_key: issue.id },
      payload: { summary: expect.stringContaining(issue.title) as string },
    })),
  );
  const shown = await house.admin.get(`/v1/webhooks/${id}/deliveries`);
  expect(shown.text).toContain(issue.id);
  expect(shown.text).not.toContain(key);
  const without = { url: `${receiver.url}/on-call`, format: 'pagerduty' };
  expect(await house.admin.post('/v1/webhooks', without)).toMatchObject({ status: 400 });
});

test.each([['json'], [null], [['slack']]])('format %j is refused: 400', async (format) => {
  const answer = await house.admin.post('/v1/webhooks', { url: receiver.url, format });
  expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
});
