import { type TestHouse, testHouse } from '@parapet/chassis/testing';
import { isoTime } from '@parapet/contracts';
import { StandaloneModule } from '../standalone.module';

/** A whole house with something in every list. */
export interface FilledHouse extends Pick<TestHouse, 'store' | 'close'> {
  /** The answer to GET with every permission. @throws Error when it is refused */
  get(url: string): Promise<Answer>;
  /** For each parameter of the API, by its name, a value that lets something through. */
  readonly values: Readonly<Record<string, string>>;
}

/** The text of an answer, or what it is as JSON. */
interface Answer {
  json<T>(): T;
}
interface Made {
  readonly id: string;
  readonly token: string;
}
interface Listed {
  readonly data: readonly Made[];
}
type Send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => Promise<Answer>;

/** Opens a house and fills it by its API. */
export async function filledHouse(): Promise<FilledHouse> {
  const house = await testHouse({ imports: [StandaloneModule] });
  const send = sending(house, house.adminToken);
  const made = await fill(house, send);
  const first = async (list: string): Promise<string> =>
    (await send('GET', `/v1/${list}`)).json<Listed>().data[0]?.id ?? '';
  const values = {
    ...made,
    ...{ event_id: await first('events'), issue_id: await first('issues') },
    delivery_id: await first(`webhooks/${made.webhook_id}/deliveries`),
    ...{ actor: await first('tokens'), action: 'policy.created', resource_type: 'policy' },
    ...{ resource_id: made.policy_id, event: 'issue.created', format: 'ndjson' },
    ...{ severity: 'high', verdict: 'detected', type: 'connect', platform: 'kubernetes' },
    ...{ since: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', file: 'index.html' },
    ...{ exclude: 'log', search: 'agent' },
  };
  const { store, close } = house;
  return { store, close, values, get: (url) => send('GET', url) };
}

/** Sends requests with this token. */
const sending =
  ({ inject }: TestHouse, token: string): Send =>
  async (method, url, payload) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode < 300) return answer;
    throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  };

/** Makes two agents that saw the same, and who is to be told of it. Answers what parameters ask for. */
async function fill(house: TestHouse, send: Send) {
  const make = async (what: string, body: object): Promise<Made> =>
    (await send('POST', `/v1/${what}`, body)).json();
  const [cluster, destination] = ['prod', 'agents.example'];
  const policy = { type: 'allow', scope: 'global', rules: [{ pattern: 'allowed.example' }] };
  const { id: policy_id } = await make('policies', { name: 'one', ...policy });
  await send('PUT', `/v1/policies/${policy_id}`, { name: 'another', ...policy });
  const { id: webhook_id } = await make('webhooks', { url: 'https://hooks.invalid/' });
  const agent = { os: 'linux', kind: 'kubernetes', labels: { cluster } };
  const { token } = await make('agents', { name: 'a', ...agent });
  const { id: agent_id, token: other } = await make('agents', { name: 'b', ...agent });
  await house.settled();
  const seen = { timestamp: isoTime(house.clock.now()), metadata: { destination } };
  for (const one of [token, other])
    await sending(house, one)('PUT', '/v1/events_v2', {
      ...{ kind: 'network_connection', verdict: 'detected', ...seen },
    });
  await house.settled();
  return { agent_id, cluster, destination, policy_id, webhook_id };
}
