import { isDeepStrictEqual } from 'node:util';
import { eventId } from '@parapet/contracts';
import fc from 'fast-check';
import { fromFalco } from '../falco/falco-event';
import { recordObservation } from '../observation/record-observation';
import { fromTetragon } from '../tetragon/tetragon-event';
import { oddFalco } from '../testing/odd-falco';
import { jsonOf } from '../testing/odd-json';
import { oddTetragon } from '../testing/odd-tetragon';
import { exactly } from '../observation/exact-json';
import type { SensorOutcome } from './sensor-outcome';

const NOW = Date.parse('2026-03-03T10:12:00Z');
const RUN = { seed: 20260303, numRuns: 500 };

/** Whatever becomes of it: an observation that can be recorded or says why not, news of health, or a reason. */
function isOutcome(outcome: SensorOutcome): void {
  if (outcome.kind === 'skip')
    return expect(outcome.reason).toMatch(/^no (Falco|Tetragon) event: /);
  if (outcome.kind === 'health') {
    expect([outcome.event, outcome.message]).not.toContain('');
    return expect(Number.isSafeInteger(outcome.lost) && outcome.lost >= 0).toBe(true);
  }
  const { body } = outcome;
  const text = JSON.stringify(body);
  const arrival = { body, text, agentId: 'agent_a', agentJson: '{}' };
  const recorded = recordObservation(arrival, NOW, eventId());
  if ('event' in recorded) {
    const kept = JSON.parse(recorded.event.json) as { readonly body: unknown };
    expect(isDeepStrictEqual(kept.body, JSON.parse(text))).toBe(true);
  } else
    expect(recorded).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/./) });
}

const SENSORS: readonly [string, fc.Arbitrary<object>, (native: unknown) => SensorOutcome][] = [
  ['Falco', oddFalco, fromFalco],
  ['Tetragon', oddTetragon, (native) => fromTetragon(native, 'enforce')],
];

test.each(SENSORS)('an event of %s in any shape becomes something', (_, events, read) => {
  fc.assert(
    fc.property(events, (event) => {
      const text = jsonOf(event);
      isOutcome(read(exactly(text, JSON.parse(text))));
    }),
    RUN,
  );
});

test.each(SENSORS)('any value at all becomes something to %s', (_, _events, read) => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      isOutcome(read(value));
    }),
    RUN,
  );
});
