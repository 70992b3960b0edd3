import { lineOf, type Notice, type Tone } from './notice';

const COLORS: Readonly<Record<Tone, string>> = {
  critical: '#d32f2f',
  high: '#f57c00',
  medium: '#fbc02d',
  low: '#1976d2',
  settled: '#388e3c',
};

/** In all texts of Slack these three begin what is not shown as it stands: links, and mentions that would call a whole channel. */
const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What an incoming webhook of Slack takes: an attachment without markup (docs.slack.dev, "Reference: Secondary message attachments"). */
export const slackMessage = (notice: Notice): object => ({
  attachments: [
    {
      color: COLORS[notice.tone],
      fallback: plain(lineOf(notice)),
      title: plain(lineOf(notice)),
      ...(notice.url !== null && { title_link: notice.url }),
      fields: notice.facts.map(({ name, value }) => ({
        title: name,
        value: plain(value),
        short: true,
      })),
      mrkdwn_in: [],
      footer: 'Parapet',
      ts: Math.floor(Date.parse(notice.at) / 1000),
    },
  ],
});
