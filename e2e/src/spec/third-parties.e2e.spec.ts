import { connection, newAgent, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received } from '../house/receiver';
import type { Webhook } from '../house/shapes';
import { faultsOf } from '../house/third-parties';

const DELIVERIES = Number(process.env['VERIFIED_DELIVERIES'] ?? 300);
const WEBHOOKS = 10;
const ISSUES = Math.ceil(DELIVERIES / WEBHOOKS);
/** Every so many deliveries one fails at first, and comes again. */
const UNLUCKY = 5;
/** Observations are sent by so many at once. */
const LANES = 16;

const LIMIT_MS = 60_000 + DELIVERIES * 10;
jest.setTimeout(LIMIT_MS + 30_000);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** Takes note of what others say of each request. A request of a delivery that is unlucky is answered 503 the first time. */
class Hearing {
  private readonly secrets = new Map<string, string>();
  private readonly heard = new Map<string, 'refused' | 'taken'>();
  private readonly judged: Promise<string[]>[] = [];

  knows(path: string, secret: string): void {
    this.secrets.set(path, secret);
  }

  status(request: Received): number {
    this.judged.push(faultsOf(this.secrets.get(request.path) ?? '', request));
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
  const zone = `${unique('verified')}.example.com`;
  const lane = async (nth: number): Promise<void> => {
    for (let i = nth; i < issues; i += LANES) await recordNew(agent, connection(`d${i}.${zone}`));
  };
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
}

// proves: spec-6-signature-header, spec-6-signature-digest, api-webhook-standard, api-webhook-again
test('every request of a long run, retries among them, is verified by libraries that others wrote', async () => {
  const hearing = new Hearing();
  const receiver = await openReceiver((request) => ({ status: hearing.status(request) }));
  const made: string[] = [];
  for (let nth = 0; nth < WEBHOOKS; nth += 1) {
    const path = `/${nth}`;
    const { body } = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path });
    hearing.knows(path, body.secret);
    made.push(body.id);
  }
  await raise(ISSUES);
  await eventually(() => hearing.taken === ISSUES * WEBHOOKS, LIMIT_MS);
  expect(await hearing.faults()).toEqual([]);
  expect(hearing.requests).toBeGreaterThanOrEqual(ISSUES * WEBHOOKS * (1 + 1 / UNLUCKY));
  await Promise.all(made.map((id) => house.admin.delete(`/v1/webhooks/${id}`)));
});
