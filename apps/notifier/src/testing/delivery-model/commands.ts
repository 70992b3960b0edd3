import fc from 'fast-check';
import { type Answer, ANSWERS, type Expected, LEASE_MS } from './expected';
import type { Told } from './told';

export type Command = fc.AsyncCommand<Expected, Told>;

/** A receiver that failed again and again is left alone for so long at most. */
const PAUSE_MS = 60_000;

interface Step {
  /** Whether it can happen now; by default whenever no request hangs and the log is there. */
  readonly when?: (model: Expected) => boolean;
  readonly does: (model: Expected, real: Told) => Promise<unknown> | void;
}

const calm = (model: Expected): boolean => !model.hanging && !model.logIsAway;

/** What happens, and then whoever sends looks and the world is compared with the model. */
const command = (name: string, { when = calm, does }: Step): Command => ({
  check: when,
  run: async (model, real) => {
    await does(model, real);
    await real.settles(model);
  },
  toString: () => name,
});

const answer = (kind: Answer): Command =>
  command(`answers: ${kind}`, {
    when: () => true,
    does: (model, real) => {
      model.answer = kind;
      real.answers(kind);
    },
  });

/** A request lasts 15 s at most, and whoever waits for the log renews its lease: the time does not jump meanwhile. */
const pass = (name: string, until: (model: Expected, now: number) => number): Command =>
  command(name, {
    when: (model) => !model.hanging && model.waiting === null,
    does: (model, { world: { clock } }) => {
      const now = clock.now();
      clock.advance(Math.max(0, until(model, now) - now));
    },
  });

const letGo = (kind: Exclude<Answer, 'hangs'>): Command =>
  command(`ends what hangs: ${kind}`, {
    when: (model) => model.hanging && !model.logIsAway,
    does: (model, real) => {
      model.ends(kind, real.world.clock.now());
      real.letGo(kind);
    },
  });

const change = (change: object, to: Expected['webhook']): Command =>
  command(to, {
    when: ({ webhook, logIsAway }) => webhook !== 'deleted' && !logIsAway,
    does: async (model, real) => {
      const path = `/v1/webhooks/${real.webhook}`;
      const { notifier } = real.world;
      const answered = await (to === 'deleted'
        ? notifier.ask('DELETE', path)
        : notifier.ask('PATCH', path, change));
      expect(answered.status).toBe(to === 'deleted' ? 204 : 200);
      if (to !== 'on') model.disable();
      model.webhook = to;
    },
  });

const redeliver = command('redeliver', {
  does: async (model, real) => {
    const { sent } = model;
    real.world.clock.advance(PAUSE_MS);
    await real.settles(model);
    // Who was asked just now may be left alone for a while again.
    if (model.hanging || model.sent > sent) return;
    const answered = await real.world.notifier.ask('POST', `/v1/deliveries/${real.id}/redeliver`);
    expect(answered.status).toBe({ on: 202, off: 409, deleted: 404 }[model.webhook]);
    if (model.webhook === 'on') model.redeliver(real.world.clock.now());
  },
});

/** A test event is another delivery: it changes nothing of this one. */
const test = command('test', {
  when: (model) => calm(model) && model.answer !== 'hangs' && !model.losesNext,
  does: async (model, real) => {
    const { ask } = real.world.notifier;
    const answered = await ask('POST', `/v1/webhooks/${real.webhook}/test`);
    if (model.webhook === 'deleted') return expect(answered.status).toBe(404);
    expect(answered.body).toMatchObject({ succeeded: model.answer === 'taken' });
  },
});

const lose = command('dies before the next result is recorded', {
  does: (model, { world }) => {
    model.losesNext = world.losesNext = true;
  },
});

const log = (isAway: boolean): Command =>
  command(isAway ? 'the log goes' : 'the log is back', {
    when: (model) => model.logIsAway !== isAway,
    does: (model, { world }) => {
      model.logIsAway = world.logIsAway = isAway;
      if (!isAway && model.waiting) model.ends(model.waiting, world.clock.now());
    },
  });

const other = command('another sender comes or goes', {
  does: async (_, { world }) => {
    if (world.hasOther) await world.endOther();
    else if (world.sharing) await world.startOther();
  },
});

const restart = command('restart', {
  does: (model, { world }) => {
    // Nobody else can have claimed: leases end with the process.
    if (!world.sharing) model.leasedUntil = 0;
    return world.restart();
  },
});

const ends = ['taken', 'failed', 'gone', 'closed'] as const;

/** Everything that may happen to a delivery. */
export const anything: fc.Arbitrary<Command>[] = [
  fc.constantFrom(...ANSWERS).map(answer),
  fc.constantFrom(
    pass('to just before the next attempt', ({ due }) => due[0] - 1),
    ...Array.from({ length: 3 }, () => pass('to the next attempt', ({ due }) => due[0] + PAUSE_MS)),
    pass('a lease', (_, now) => now + LEASE_MS + PAUSE_MS),
    pass('an hour', (_, now) => now + 3_600_000),
  ),
  fc.constantFrom(...ends).map(letGo),
  fc.constantFrom(
    change({ enabled: false }, 'off'),
    change({ enabled: true }, 'on'),
    change({ enabled: true }, 'on'),
    change({}, 'deleted'),
  ),
  fc.constantFrom(redeliver, redeliver, test),
  fc.constantFrom(lose, log(true), log(false), log(false)),
  fc.constantFrom(other, restart),
];
