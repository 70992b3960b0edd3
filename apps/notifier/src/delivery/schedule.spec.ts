import { rm } from 'node:fs/promises';
import { processBeside, TestClock } from '@parapet/chassis/testing';
import { isoTime, Unavailable } from '@parapet/contracts';
import { NotifierModule } from '../notifier.module';
import { issueCreated } from '../testing/issue-facts';
import {
  type Delivered,
  LOOPBACK,
  notifierHouse,
  type NotifierHouse,
} from '../testing/notifier-house';
import { type Answer, inOrder, ok, openReceiver, type Receiver, status } from '../testing/receiver';
import { senderLooks, type Sending } from '../testing/sender-looks';

const [S, M, H] = [1_000, 60_000, 3_600_000];
/** Waits between the ten attempts: 75 h 35 m 5 s in all. */
const WAITS = [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H];

let clock: TestClock;
let notifier: NotifierHouse;
let there: Receiver;
let webhook: string;
beforeEach(async () => {
  clock = new TestClock();
  clock.stop();
  notifier = await notifierHouse(LOOPBACK, { clock, onDisk: true });
});
afterEach(async () => {
  await notifier.close();
  await there.close();
  await rm(notifier.house.settings.dataDir, { recursive: true });
});

/** Raises an issue for a receiver that answers so; the delivery after its first attempt. */
async function firstAttempt(answer: Answer): Promise<Delivered> {
  there = await openReceiver(answer);
  webhook = (await notifier.addWebhook(there.url)).id;
  await notifier.house.append('issues', 'issue_1', issueCreated('issue_1', isoTime(clock.now())));
  const [first] = await notifier.deliveries(webhook, (d) => d[0]?.attempts.length === 1);
  if (!first) throw new Error('there is no delivery');
  return first;
}

const dueAt = ({ next_attempt_at }: Delivered): number => Date.parse(next_attempt_at ?? '');
const wait = (delivery: Delivered): number => dueAt(delivery) - clock.now();

/** Lets the time pass to just before the next attempt, and then to it; the delivery after it. */
async function nextAttempt(
  delivery: Delivered,
  sender: Sending = notifier.house,
): Promise<Delivered> {
  const made = delivery.attempts.length;
  clock.advance(wait(delivery) - 1);
  await senderLooks(sender, webhook);
  expect(await notifier.delivery(delivery.id, () => true)).toEqual(delivery);
  clock.advance(1);
  await senderLooks(sender, webhook);
  const after = await notifier.delivery(delivery.id, (d) => d.attempts.length > made);
  expect(after.attempts.slice(made).map((a) => a.started_at)).toEqual([delivery.next_attempt_at]);
  return after;
}

async function restart(meanwhile: () => void = () => undefined): Promise<void> {
  await notifier.close();
  meanwhile();
  notifier = await notifierHouse(notifier.house.settings, { clock, onDisk: true });
}

test('a receiver that never takes it is asked ten times in 75 h, each time a tenth late at most and never early, with the same bytes, and then it is given up', async () => {
  let delivery = await firstAttempt(status(500));
  for (const planned of WAITS) {
    expect(wait(delivery)).toBeGreaterThanOrEqual(planned);
    expect(wait(delivery)).toBeLessThanOrEqual(planned * 1.1);
    delivery = await nextAttempt(delivery);
  }
  expect(delivery).toMatchObject({ status: 'given_up', next_attempt_at: null });
  expect(delivery.attempts.map((a) => a.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(there.received.map((r) => r.headers['webhook-id']))).toEqual(
    new Set([delivery.id]),
  );
  expect(new Set(there.received.map((r) => r.body)).size).toBe(1);
  clock.advance(30 * 24 * H);
  await senderLooks(notifier.house, webhook);
  expect(there.received).toHaveLength(10);
});

/** The log writes each result of an attempt, and its answer is lost once: whoever appended it appends it again. */
function answersAreLost(): void {
  const { log } = notifier.house;
  const append = log.append.bind(log);
  const heard = new Set<string>();
  jest.spyOn(log, 'append').mockImplementation(async (topic, events) => {
    const positions = await append(topic, events);
    const result = events.find(({ meta }) => /^Delivery(Attempted|GivenUp)$/.test(meta.type));
    if (!result || heard.has(result.meta.id)) return positions;
    heard.add(result.meta.id);
    throw new Unavailable('the answer was lost');
  });
}

test('a result that is in the log twice is one attempt: the receiver is asked as often, and at the same times', async () => {
  answersAreLost();
  let delivery = await firstAttempt(status(500));
  for (const planned of WAITS) {
    expect(wait(delivery)).toBeGreaterThanOrEqual(planned);
    expect(wait(delivery)).toBeLessThanOrEqual(planned * 1.1);
    delivery = await nextAttempt(delivery);
  }
  expect(delivery.status).toBe('given_up');
  expect(delivery.attempts.map((a) => a.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(there.received).toHaveLength(10);
});

test('what was given up and is asked for again begins the schedule anew, under its id', async () => {
  const fails = WAITS.map(() => status(500));
  let delivery = await firstAttempt(inOrder(...fails, status(500), status(500), ok));
  while (delivery.status === 'pending') delivery = await nextAttempt(delivery);
  clock.advance(H);
  await notifier.ask('POST', `/v1/deliveries/${delivery.id}/redeliver`);
  const again = await notifier.delivery(delivery.id, (d) => d.attempts.length === 11);
  expect(wait(again)).toBeGreaterThanOrEqual(5 * S);
  expect(wait(again)).toBeLessThanOrEqual(5.5 * S);
  const taken = await nextAttempt(again);
  expect(taken).toMatchObject({ status: 'succeeded', next_attempt_at: null });
  expect(new Set(there.received.map((r) => r.headers['webhook-id'])).size).toBe(1);
  expect(new Set(there.received.map((r) => r.body)).size).toBe(1);
});

test.each([1, 2, 5, 9])('a success after %i failures ends the schedule', async (failures) => {
  const fails = Array.from({ length: failures }, () => status(503));
  let delivery = await firstAttempt(inOrder(...fails, ok));
  while (delivery.status === 'pending') delivery = await nextAttempt(delivery);
  expect(delivery).toMatchObject({ status: 'succeeded', next_attempt_at: null });
  clock.advance(30 * 24 * H);
  await senderLooks(notifier.house, webhook);
  expect(there.received).toHaveLength(failures + 1);
});

test('a restart keeps the time of the next attempt as it was recorded', async () => {
  let delivery = await firstAttempt(status(500));
  for (const _ of [1, 2, 3]) delivery = await nextAttempt(delivery);
  await restart(() => clock.advance(wait(delivery) / 2));
  expect(await notifier.delivery(delivery.id, () => true)).toEqual(delivery);
  await nextAttempt(delivery);
});

test('what fell due while nothing ran is sent once when something runs again', async () => {
  let delivery = await firstAttempt(status(500));
  await restart(() => clock.advance(wait(delivery) + 6 * M));
  delivery = await notifier.delivery(delivery.id, (d) => d.attempts.length > 1);
  expect(delivery.attempts.map((a) => a.number)).toEqual([1, 2]);
  expect(wait(delivery)).toBeGreaterThanOrEqual(5 * M);
  await nextAttempt(delivery);
});

test('another process goes on with the schedule where one ended, at the recorded time', async () => {
  let delivery = await firstAttempt(status(500));
  const { log, store, settings } = notifier.house;
  const other = await processBeside({ log, store, settings, clock }, [NotifierModule]);
  await notifier.stopSending();
  const sender = { app: other.app, clock };
  for (const _ of [1, 2, 3]) delivery = await nextAttempt(delivery, sender);
  expect(delivery.attempts).toHaveLength(4);
  await other.close();
});

const inSeconds = (seconds: number): Answer => status(429, { 'retry-after': String(seconds) });
const untilDate = (ms: number): Answer =>
  status(503, { 'retry-after': new Date(ms).toUTCString() });
const wholeSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000;

test('a receiver that is busy is asked again when it said, but no later than the wait after', async () => {
  const [soon, late] = [wholeSecond(clock.now() + 9 * M), wholeSecond(clock.now() + 20 * H)];
  let delivery = await firstAttempt(
    inOrder(inSeconds(90), untilDate(soon), inSeconds(36_000), untilDate(late)),
  );
  expect(wait(delivery)).toBe(90 * S);
  delivery = await nextAttempt(delivery);
  expect(dueAt(delivery)).toBe(soon);
  delivery = await nextAttempt(delivery);
  expect(wait(delivery)).toBe(2 * H);
  delivery = await nextAttempt(delivery);
  expect(wait(delivery)).toBe(5 * H);
});

test('nobody is asked earlier than planned because of Retry-After, and what means nothing is ignored', async () => {
  const later = { 'retry-after': '7200' };
  let delivery = await firstAttempt(
    inOrder(
      inSeconds(1),
      status(429, { 'retry-after': 'in a while' }),
      status(500, later),
      status(301, later),
    ),
  );
  for (const planned of WAITS.slice(0, 4)) {
    expect(wait(delivery)).toBeGreaterThanOrEqual(planned);
    expect(wait(delivery)).toBeLessThanOrEqual(planned * 1.1);
    delivery = await nextAttempt(delivery);
  }
});
