import {
  evolveAgent,
  evolveIssue,
  evolvePolicy,
  evolveToken,
  evolveWebhook,
  type LogEvent,
  type Recorded,
  type Versioned,
} from '@parapet/contracts';
import fc from 'fast-check';
import { FACTS, SECRET } from '../testing/command-facts';
import type { AuditEntry, AuditState } from './audit.collection';
import {
  AUDITED_AGENT,
  AUDITED_ISSUE,
  AUDITED_POLICY,
  AUDITED_TOKEN,
  AUDITED_WEBHOOK,
  type AuditedNoun,
} from './audited-nouns';
import { foldAudit } from './fold-audit';

type Fact = LogEvent<string, object>;
type Evolve<S, E> = (state: S | undefined, event: E) => S | undefined;

/** Entries of these facts, folded in batches of `size`, each of them delivered twice. */
function entriesOf<S extends object, E extends Fact>(
  noun: AuditedNoun<S, E>,
  records: readonly Recorded<E>[],
  size: number,
): readonly AuditEntry[] {
  let states: ReadonlyMap<string, AuditState<S>> = new Map();
  const entries = new Map<string, AuditEntry>();
  for (let i = 0; i < records.length; i += size)
    for (const _ of ['first', 'again']) {
      const folded = foldAudit(states, records.slice(i, i + size), noun);
      for (const entry of folded.entries) entries.set(entry.id, entry);
      states = folded.states;
    }
  return [...entries.values()];
}

/** Ids of the facts of a person that make a version, by the fold that every other reader uses. */
function counting<S extends Versioned, E extends Fact>(
  evolve: Evolve<S, E>,
  records: readonly Recorded<E>[],
): readonly string[] {
  const states = new Map<string, S>();
  return records.flatMap(({ key, event }) => {
    const [was, now] = [states.get(key), evolve(states.get(key), event)];
    if (now) states.set(key, now);
    const counts = now?.version !== was?.version && event.actor.startsWith('token_');
    return counts ? [event.id] : [];
  });
}

function proves<S extends object, C extends Versioned, E extends Fact>(
  noun: AuditedNoun<S, E>,
  evolve: Evolve<C, E>,
  drawn: fc.Arbitrary<readonly Recorded<E>[]>,
): void {
  let counted = 0;
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 4 }), (records, size) => {
      const entries = entriesOf(noun, records, size);
      expect(entries.map(({ id }) => id)).toEqual(counting(evolve, records));
      counted += entries.length;
      expect(JSON.stringify(entries)).not.toContain(SECRET);
    }),
    { seed: 7, numRuns: 300 },
  );
  expect(counted).toBeGreaterThan(100);
}

const NAME =
  'rule 6: of the facts about %s exactly those are entries that count for every reader, and nothing secret is in one';
test.each([
  ['policies', () => proves(AUDITED_POLICY, evolvePolicy, FACTS.policies)],
  ['agents', () => proves(AUDITED_AGENT, evolveAgent, FACTS.agents)],
  ['tokens', () => proves(AUDITED_TOKEN, evolveToken, FACTS.tokens)],
  ['webhooks', () => proves(AUDITED_WEBHOOK, evolveWebhook, FACTS.webhooks)],
  ['issues', () => proves(AUDITED_ISSUE, evolveIssue, FACTS.issues)],
])(NAME, (_, proof) => proof());
