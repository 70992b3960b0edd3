import type { WebhookFormat } from '@parapet/contracts';
import { TEST_EVENT } from '../delivery/delivery-events';
import { renderMessage } from './render-message';
import type { Told } from './told';

const TOLD: Told = {
  ...{ kind: 'issue.created', time: '2026-03-03T10:11:12.123Z', issue_id: 'issue_1' },
  ...{ title: 'Unknown egress to a.example', severity: 'high', verdict: 'blocked' },
  context: { platform: 'kubernetes', cluster: 'production', node: 'node-7' },
};
/** What an agent could have been given for a name, to speak through a chat. */
const HOSTILE =
  '<!channel> <https://a.example|Log in> & [b](https://b.example) <at>all</at>\nx\u202E';

const rendered = (format: WebhookFormat, told: Partial<Told> = {}): unknown =>
  JSON.parse(renderMessage(format, { ...TOLD, ...told }, 'https://parapet.example'));

interface SlackMessage {
  readonly attachments: readonly [Record<string, unknown>];
}
const slack = (told?: Partial<Told>) => (rendered('slack', told) as SlackMessage).attachments[0];

interface CardPart {
  readonly type: string;
  readonly text?: string;
  readonly inlines?: readonly CardPart[];
}
interface TeamsMessage {
  readonly summary: string;
  readonly attachments: readonly [
    {
      readonly content: {
        readonly body: readonly CardPart[];
        readonly actions: readonly unknown[];
      };
    },
  ];
}
const teams = (told?: Partial<Told>) => rendered('teams', told) as TeamsMessage;
const cardOf = ({ attachments: [{ content }] }: TeamsMessage) => content;

test('as the spec has it, when nothing else was said, it has the six fields of the spec and no other', () => {
  const written =
    '{"event":"issue.created","timestamp":"2026-03-03T10:11:12.123Z","issue":{"id":"issue_1",' +
    '"title":"Unknown egress to a.example","severity":"high","verdict":"blocked",' +
    '"url":"https://parapet.example/issues/issue_1"}}';
  expect(renderMessage(undefined, TOLD, 'https://parapet.example')).toBe(written);
  expect(renderMessage('parapet', TOLD, 'https://parapet.example')).toBe(written);
});

test('Slack is sent one attachment that says what happened to what, where, and leads to it', () =>
  expect(rendered('slack')).toEqual({
    attachments: [
      {
        ...{ color: '#f57c00', fallback: 'New issue: Unknown egress to a.example' },
        title: 'New issue: Unknown egress to a.example',
        title_link: 'https://parapet.example/issues/issue_1',
        fields: [
          { title: 'Severity', value: 'high', short: true },
          { title: 'Verdict', value: 'blocked', short: true },
          { title: 'Platform', value: 'Kubernetes', short: true },
          { title: 'Cluster', value: 'production', short: true },
          { title: 'Node', value: 'node-7', short: true },
        ],
        ...{ mrkdwn_in: [], footer: 'Parapet', ts: 1_772_532_672 },
      },
    ],
  }));

test('Slack finds neither a link nor a mention in what an agent was called and what it saw', () => {
  const { title, fallback, fields } = slack({ title: HOSTILE, context: { node: HOSTILE } });
  const shown = [title, fallback, ...(fields as { value: string }[]).map(({ value }) => value)];
  expect(shown.join('')).not.toMatch(/[<>\n\u202E]|&(?!amp;|lt;|gt;)/);
  expect(title).toContain('&lt;!channel&gt; &lt;https://a.example|Log in&gt; &amp; [b]');
});

test('Teams is sent a card that says the same, and leads to the issue', () => {
  const { body, actions } = cardOf(teams());
  const lines = body.map(
    ({ text, inlines = [] }) => text ?? inlines.map((run) => run.text).join(''),
  );
  expect(lines).toEqual([
    ...['New issue', 'Unknown egress to a.example', 'Severity: high', 'Verdict: blocked'],
    ...['Platform: Kubernetes', 'Cluster: production', 'Node: node-7'],
  ]);
  expect(actions).toEqual([
    {
      ...{ type: 'Action.OpenUrl', title: 'Open the issue' },
      url: 'https://parapet.example/issues/issue_1',
    },
  ]);
  expect(teams().summary).toBe('New issue: Unknown egress to a.example');
});

test('Teams reads nothing as Markdown that an agent was called or saw: it stands in runs of text', () => {
  const { body } = cardOf(teams({ title: HOSTILE, context: { cluster: HOSTILE, node: HOSTILE } }));
  const blocks = body.filter(({ type }) => type === 'TextBlock');
  expect(blocks.map(({ text }) => text)).toEqual(['New issue']);
  const runs = body.flatMap(({ inlines = [] }) => inlines);
  expect(runs.every(({ type }) => type === 'TextRun')).toBe(true);
  expect(runs.filter(({ text = '' }) => text.includes('[b](https://b.example)'))).toHaveLength(3);
});

test.each([0x0a, 0x85, 0x2028, 0x2029, 0x200f, 0x61c, 0x202e])(
  'no agent begins a line of its own in a chat, or turns one round, by sign %d',
  (sign) => {
    const node = `node-7${String.fromCodePoint(sign)}Severity: low`;
    const { fields } = slack({ context: { node } });
    const { body } = cardOf(teams({ context: { node } }));
    const shown = body.flatMap(({ inlines = [] }) => inlines.map((run) => run.text));
    expect(fields).toContainEqual({ title: 'Node', value: 'node-7 Severity: low', short: true });
    expect(shown).toContain('node-7 Severity: low');
  },
);

test.each([
  ['issue.created', 'New issue', 'Attention'],
  ['issue.reopened', 'Issue reopened', 'Attention'],
  ['issue.acknowledged', 'Issue acknowledged', 'Attention'],
  ['issue.resolved', 'Issue resolved', 'Good'],
] as const)('%s is called %s, in the colour of what it asks for', (kind, heading, color) => {
  expect(slack({ kind })).toMatchObject({ title: `${heading}: ${TOLD.title}` });
  expect(cardOf(teams({ kind })).body[0]).toMatchObject({ text: heading, color });
});

test('a test leads to no issue, for there is none', () => {
  expect(slack({ kind: TEST_EVENT })).not.toHaveProperty('title_link');
  expect(cardOf(teams({ kind: TEST_EVENT })).actions).toEqual([]);
});

test('what is not known of an agent is left out, and what is too long is cut between characters', () => {
  const fields = slack({ context: {} })['fields'] as { title: string }[];
  expect(fields.map(({ title }) => title)).toEqual(['Severity', 'Verdict']);
  const long = String(slack({ title: `${'x'.repeat(499)}😀` })['title']);
  expect(long.isWellFormed()).toBe(true);
  expect(long.length).toBeLessThanOrEqual(520);
});

const pagerDuty = (told?: Partial<Told>) => rendered('pagerduty', told) as Record<string, unknown>;

test('PagerDuty is sent an alert that says the same, has its key held back, and leads to the issue', () =>
  expect(pagerDuty()).toEqual({
    routing_key: '[redacted]',
    event_action: 'trigger',
    dedup_key: 'issue_1',
    payload: {
      ...{ summary: 'New issue: Unknown egress to a.example', source: 'node-7', severity: 'error' },
      ...{ timestamp: '2026-03-03T10:11:12.123Z', group: 'production' },
      custom_details: {
        ...{ Severity: 'high', Verdict: 'blocked', Platform: 'Kubernetes' },
        ...{ Cluster: 'production', Node: 'node-7' },
      },
    },
    ...{ client: 'Parapet', client_url: 'https://parapet.example/issues/issue_1' },
    links: [{ href: 'https://parapet.example/issues/issue_1', text: 'Open the issue' }],
  }));

test.each([
  ['issue.created', 'trigger'],
  ['issue.reopened', 'trigger'],
  ['issue.acknowledged', 'acknowledge'],
  ['issue.resolved', 'resolve'],
  [TEST_EVENT, 'trigger'],
] as const)('at %s PagerDuty is to %s the alert of the issue', (kind, event_action) =>
  expect(pagerDuty({ kind })).toMatchObject({ event_action, dedup_key: 'issue_1' }),
);

test.each([
  ['critical', 'critical'],
  ['high', 'error'],
  ['medium', 'warning'],
  ['low', 'info'],
] as const)('what is %s here is %s for PagerDuty', (severity, theirs) =>
  expect(pagerDuty({ severity })).toMatchObject({ payload: { severity: theirs } }),
);

test.each([
  [{ node: 'n', cluster: 'c', platform: 'kubernetes' }, 'n'],
  [{ node: '\u0001\u200f', cluster: 'c', platform: 'kubernetes' }, 'c'],
  [{ cluster: 'c', platform: 'kubernetes' }, 'c'],
  [{ platform: 'github_actions' }, 'GitHub Actions'],
  [{}, 'Parapet'],
] as const)('the source of an alert about %j is %s', (context, source) =>
  expect(pagerDuty({ context })).toMatchObject({ payload: { source } }),
);

test('a test leads PagerDuty to no issue', () => {
  expect(pagerDuty({ kind: TEST_EVENT })).not.toHaveProperty('links');
  expect(pagerDuty({ kind: TEST_EVENT })).not.toHaveProperty('client_url');
});
