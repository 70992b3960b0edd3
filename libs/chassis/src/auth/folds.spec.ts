import { createHash } from 'node:crypto';
import { canonicalJson, type LogEvent, toAppend } from '@parapet/contracts';
import { openEmbeddedEventLog } from '@parapet/eventlog';
import { Table } from '../table/table';
import { ACTIVITY_FACTS, AGENT_FACTS, type Make, TOKEN_FACTS } from '../testing/noun-facts';
import { testSettings } from '../testing/test-settings';
import { ActivityTable } from './activity-table';
import { AgentHearings } from './agent-hearings';
import { AgentTable } from './agent-table';
import { FOLDS, TokenTable } from './credential-tables';

/** What each fold makes of the same facts, digested. Where one differs: raise its number in `FOLDS`, and note the new digest. */
const MADE = {
  agents: { fold: 4, digest: 'EhykQlVF0hiKpF_FX34eDWCZcS1ylKwauBXi1Mh_mrU' },
  sightings: { fold: 1, digest: '4Mkx2bKjs0GR0nyCtzKGWiDB-PiYxk_K0gW1ZXDcyWk' },
  tokens: { fold: 2, digest: 'pKe8fPKttnrXB4kFJN4Eq159sMXamozI5nK16IrmoP8' },
};

const DAY_MS = 86_400_000;
const VERSIONS = [
  [2, 3, 4],
  [2, 2, 3],
  [1, 2, 5],
];

/** After the creation any three kinds of facts, in any order, that claim to make one or another version. */
const facts = (make: readonly Make[]): readonly { id: string; event: LogEvent }[] =>
  VERSIONS.flatMap((versions, v) =>
    make.flatMap((_, a) =>
      make.flatMap((_, b) =>
        make.flatMap((_, c) =>
          [0, a, b, c].map((kind, n) => {
            const id = `noun_${v}_${a}_${b}_${c}`;
            return { id, event: make[kind]?.(id, versions[n - 1] ?? 1, `fact_${n}`) as LogEvent };
          }),
        ),
      ),
    ),
  );

/** With how they were heard: facts lie days apart, which is no pause here. */
function heardActivities(): ActivityTable {
  const table = new ActivityTable(new AgentTable());
  const hearings = new AgentHearings(table, testSettings({ agentSilentAfterMs: 7 * DAY_MS }));
  expect(hearings.pauseMs).toBe(7 * DAY_MS);
  return table;
}

test.each([
  ['agents', () => new AgentTable() as unknown as Table<never, LogEvent>, AGENT_FACTS],
  [
    ...(['sightings', () => heardActivities() as unknown as Table<never, LogEvent>] as const),
    ACTIVITY_FACTS,
  ],
  ['tokens', () => new TokenTable() as unknown as Table<never, LogEvent>, TOKEN_FACTS],
] as const)(
  'a fold of %s that makes anything else of the same facts has another number',
  async (topic, make, kinds) => {
    const log = await openEmbeddedEventLog({ path: ':memory:' });
    const table = make();
    table.open(log);
    await log.append(
      topic,
      facts(kinds).map(({ id, event }) => toAppend(id, event)),
    );
    await table.caughtUp();
    const { entries } = table.contents();
    const states = entries.map(({ id, state = 'gone', beside = null }) => [id, { state, beside }]);
    const made = canonicalJson(Object.fromEntries(states));
    const digest = createHash('sha256').update(made).digest('base64url');
    await table.close();
    await log.close();
    expect({ fold: FOLDS[topic], digest }).toEqual(MADE[topic]);
  },
);
