import { lineOf, type Notice, type Tone } from './notice';

const COLORS: Readonly<Record<Tone, string>> = {
  critical: 'Attention',
  high: 'Attention',
  medium: 'Warning',
  low: 'Accent',
  settled: 'Good',
};

/** A line of runs: unlike the text of a `TextBlock`, or of a `FactSet`, theirs is never read as Markdown. */
const line = (...inlines: readonly { readonly text: string; readonly weight?: 'Bolder' }[]) => ({
  type: 'RichTextBlock',
  spacing: 'Small',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
});

/** What a workflow of Microsoft Teams takes that posts to a channel when it is sent a request: an Adaptive Card (adaptivecards.io). */
export const teamsMessage = (notice: Notice): object => ({
  type: 'message',
  summary: lineOf(notice),
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          {
            ...{ type: 'TextBlock', text: notice.heading, size: 'Medium', weight: 'Bolder' },
            ...{ color: COLORS[notice.tone], wrap: true },
          },
          line({ text: notice.title, weight: 'Bolder' }),
          ...notice.facts.map(({ name, value }) => line({ text: `${name}: ` }, { text: value })),
        ],
        actions:
          notice.url === null
            ? []
            : [{ type: 'Action.OpenUrl', title: 'Open the issue', url: notice.url }],
      },
    },
  ],
});
