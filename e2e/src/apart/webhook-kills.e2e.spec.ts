import { newAgent, walk } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import type { Delivery, Issue, Webhook } from '../house/shapes';
import { aFleetingOne, type Fleeting } from '../kills/fleeting';
import { type Ground, openGround } from '../kills/ground';
import { type Heard, type Hearing, openHearing } from '../kills/hearing';
import { isExplained, repeatsOf, told } from '../kills/judge';
import { planKills } from '../kills/plan';
import { openStream, type Stream } from '../kills/stream';
import { strikeAll, type Struck } from '../kills/strike';

const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 10);
const SEED = Number(process.env['WEBHOOK_KILLS_SEED'] ?? 1);
/** A house that is itself again between kills takes its time. */
const IN_A_ROW = Number(process.env['WEBHOOK_KILLS_IN_A_ROW'] ?? 10);
const ZONE = 'kills.example.com';
const STEADY = ['/steady', '/other', '/flaky'] as const;
const EVERY_MS = 100;
/** A kill makes be sent again what is in flight, however much is sent: what share that is, is told of so many deliveries to each. */
const DELIVERIES_TO_A_KILL = 300;
/** So many issues may wait to be told. */
const BEHIND = 300;
/** How long it may take, on a slow machine, until there was load enough. */
const LOAD_MS = KILLS * 60_000;

jest.setTimeout(600_000 + LOAD_MS);

let ground: Ground;
let hearing: Hearing;
/** Ids of the webhooks that are there all the while. */
const hooks = new Map<string, string>();
beforeAll(async () => {
  ground = await openGround();
  hearing = await openHearing();
  for (const path of STEADY) {
    const made = await ground.house.admin.post<Webhook>('/v1/webhooks', {
      url: hearing.url + path,
    });
    expect(made.status).toBe(201);
    hooks.set(path, made.body.id);
  }
});
afterAll(() => ground?.close());

/** Whether every webhook was told of an issue that was raised since then. */
function tellsWhatIsRaised({ raised }: Stream, since: number): boolean {
  const news = raised.find(({ acknowledgedAt }) => acknowledgedAt > since);
  if (!news) return false;
  return STEADY.every((path) => hearing.at(path).some(({ body }) => body.includes(news.domain)));
}

const isBehind = (raised: number): boolean =>
  STEADY.some((path) => raised - hearing.at(path).length > BEHIND);

/** Kills as planned under load, and webhooks that come and go meanwhile. */
async function underLoad(): Promise<{
  readonly stream: Stream;
  readonly struck: readonly Struck[];
  readonly fleeting: readonly Fleeting[];
}> {
  const { admin } = ground.house;
  const stream = openStream(await newAgent(admin), ZONE, { everyMs: EVERY_MS, rests: isBehind });
  const fleeting: Promise<Fleeting>[] = [];
  try {
    const struck = await strikeAll(ground, planKills(SEED, KILLS, IN_A_ROW), {
      tells: (since) => tellsWhatIsRaised(stream, since),
      before: (nth) => {
        if (nth % 3 === 0) fleeting.push(aFleetingOne(admin, hearing, nth / 3));
      },
    });
    await eventually(
      () => stream.raised.length * STEADY.length >= KILLS * DELIVERIES_TO_A_KILL,
      LOAD_MS,
    );
    return { stream, struck, fleeting: await Promise.all(fleeting) };
  } finally {
    // Who went on sending would keep the runner from ending.
    await stream.end();
  }
}

/** The domain of each issue, by its id. */
async function issues(): Promise<ReadonlyMap<string, string>> {
  const all = await walk<Issue>(ground.house.admin, '/v1/issues?limit=1000');
  return new Map(all.map((issue) => [issue.id, String(issue.details['domain'])]));
}

/** Nothing is lost: every issue was told to every webhook, and the house knows that it was. */
async function everythingWasTold({ raised }: Stream): Promise<ReadonlyMap<string, string>> {
  const domains = raised.map(({ domain }) => domain).sort();
  await holds(async () => expect([...(await issues()).values()].sort()).toEqual(domains));
  const known = await issues();
  for (const path of STEADY) {
    await holds(() => {
      const told = hearing.at(path).map(({ issue }) => known.get(issue));
      expect([...new Set(told)].sort()).toEqual(domains);
    });
    await holds(async () => {
      const at = `/v1/webhooks/${hooks.get(path)}/deliveries?limit=1000`;
      const all = await walk<Delivery>(ground.house.admin, at);
      expect(all.filter(({ status }) => status !== 'succeeded')).toEqual([]);
      expect(all).toHaveLength(domains.length);
    });
  }
  return known;
}

function idsAndBytesAreStable(heard: readonly Heard[]): void {
  for (const ofOne of Map.groupBy(heard, ({ issue }) => issue).values()) {
    expect(new Set(ofOne.map(({ id }) => id)).size).toBe(1);
    expect(new Set(ofOne.map(({ body }) => body)).size).toBe(1);
  }
}

/** From the acknowledgement of an observation to when its issue was first told, the longest (ms). */
function longestDelay({ raised }: Stream, known: ReadonlyMap<string, string>): number {
  const acknowledged = new Map(raised.map((r) => [r.domain, r.acknowledgedAt]));
  const delays = STEADY.flatMap((path) => {
    const first = new Map<string, number>();
    for (const { issue, at } of hearing.at(path)) if (!first.has(issue)) first.set(issue, at);
    return [...first].map(([issue, at]) => at - (acknowledged.get(known.get(issue) ?? '') ?? at));
  });
  return Math.max(...delays);
}

test(`rule 22: ${KILLS} kills of notifiers, log and database under load: no alert is lost, repeats are explained by a kill and at most 1 %, a new webhook gets nothing old, an ended one nothing more`, async () => {
  const { stream, struck, fleeting } = await underLoad();
  const known = await everythingWasTold(stream);
  const heard = STEADY.flatMap((path) => [...hearing.at(path)]);
  for (const path of STEADY) idsAndBytesAreStable(hearing.at(path));
  const repeats = repeatsOf(heard);
  const late = fleeting.flatMap(({ path, endedAt }) =>
    hearing.at(path).filter(({ at }) => at > endedAt + 1_000),
  );
  const old = fleeting.flatMap(({ path, before }) =>
    hearing.at(path).filter(({ issue }) => before.has(issue)),
  );
  const deliveries = stream.raised.length * STEADY.length;
  const toFleeting = fleeting.flatMap(({ path }) => hearing.at(path)).length;
  process.stderr.write(
    `seed ${SEED}: ${struck.length} kills, ${deliveries} deliveries, ${repeats.length} repeats, ` +
      `${fleeting.length} webhooks that came and went were told ${toFleeting} times, ` +
      `longest delay ${longestDelay(stream, known)} ms\n`,
  );
  const unexplained = repeats.filter((repeat) => !isExplained(repeat, struck));
  expect(unexplained.map((repeat) => told(repeat, struck))).toEqual([]);
  expect(repeats.length).toBeLessThanOrEqual(deliveries / 100);
  expect(old).toEqual([]);
  expect(late).toEqual([]);
});
