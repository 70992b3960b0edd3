import { connection, newAgent, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received } from '../house/receiver';
import type { Webhook } from '../house/shapes';
import { faultsOf } from '../house/third-parties';

const DELIVERIES = Number(process.env['VERIFIED_DELIVERIES'] ?? 300);
const WEBHOOKS = 10;
const ISSUES = 2 * Math.ceil(DELIVERIES / WEBHOOKS / 2);
/** Every so many deliveries one fails at first, and comes again. */
const UNLUCKY = 5;
/** Observations are sent by so many at once. */
const LANES = 16;
const ZONE = `${unique('verified')}.example.com`;

const LIMIT_MS = 300_000 + DELIVERIES * 10;
jest.setTimeout(LIMIT_MS + 30_000);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** Takes note of what others say of each request. A request of a delivery that is unlucky is answered 503 the first time. */
class Hearing {
  private readonly secrets = new Map<string, readonly string[]>();
  private readonly heard = new Map<string, 'refused' | 'taken'>();
  private readonly judged: Promise<string[]>[] = [];

  knows(path: string, secret: string): void {
    this.secrets.set(path, [...(this.secrets.get(path) ?? []), secret]);
  }

  status(request: Received): number {
    // An issue of another test of the deployment may be raised late.
    if (!request.body.includes(ZONE)) return 200;
    this.judged.push(faultsOf(this.secrets.get(request.path) ?? [], request));
    const id = String(request.headers['webhook-id']);
    const isUnlucky = !this.heard.has(id) && this.heard.size % UNLUCKY === 0;
    this.heard.set(id, isUnlucky ? 'refused' : 'taken');
    return isUnlucky ? 503 : 200;
  }

  get taken(): number {
    return [...this.heard.values()].filter((how) => how === 'taken').length;
  }

  get requests(): number {
    return this.judged.length;
  }

  async faults(): Promise<string[]> {
    return (await Promise.all(this.judged)).flat();
  }
}

async function raise(issues: number): Promise<void> {
  const agent = await newAgent(house.admin);
  const lane = async (nth: number): Promise<void> => {
    for (let i = nth; i < issues; i += LANES) await recordNew(agent, connection(`d${i}.${ZONE}`));
  };
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
}

// proves: spec-6-signature-header, spec-6-signature-digest, api-webhook-standard, api-webhook-again
test('every request of a long run, while secrets are exchanged and with retries, is verified by libraries that others wrote', async () => {
  const hearing = new Hearing();
  const receiver = await openReceiver((request) => ({ status: hearing.status(request) }));
  const made: string[] = [];
  const ask = async (path: string, what: string, body?: object): Promise<Webhook> => {
    const answer = await house.admin.post<Webhook>(`/v1/webhooks${what}`, body);
    if (answer.body.secret) hearing.knows(path, answer.body.secret);
    return answer.body;
  };
  for (let nth = 0; nth < WEBHOOKS; nth += 1) {
    const path = `/${nth}`;
    const { id } = await ask(path, '', { url: receiver.url + path });
    made.push(id);
  }
  await raise(ISSUES / 2);
  for (const [nth, id] of made.entries()) await ask(`/${nth}`, `/${id}/rotate_secret`);
  await raise(ISSUES / 2);
  for (const [nth, id] of made.entries()) await ask(`/${nth}`, `/${id}/promote_secret`);
  await eventually(() => hearing.taken === ISSUES * WEBHOOKS, LIMIT_MS);
  expect(await hearing.faults()).toEqual([]);
  expect(hearing.requests).toBeGreaterThanOrEqual(ISSUES * WEBHOOKS * (1 + 1 / UNLUCKY));
  await Promise.all(made.map((id) => house.admin.delete(`/v1/webhooks/${id}`)));
});
