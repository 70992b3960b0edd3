import type { IssueInFullView } from '../api/generated/types.gen';
import { textIn } from './metadata';

/** A piece of a sentence: words of ours, text of others (`code` where it is a path or a name), a time (ISO), or who it was seen by. */
export type Piece =
  | { readonly words: string }
  | { readonly text: string }
  | { readonly code: string }
  | { readonly time: string }
  | { readonly agent: true };

/** What the sentence is made from. */
export type Happened = Pick<IssueInFullView, 'details' | 'verdict' | 'evidence'>;

const words = (text: string): Piece => ({ words: text });
const AGENT: Piece = { agent: true };

/** What stands where a time should, which is none where somebody made it up. */
const moment = (said: string): Piece =>
  Number.isNaN(Date.parse(said)) ? { text: said } : { time: said };

/** What happened, in one sentence: who did what where, as far as it is known. */
export function whatHappened(issue: Happened): Piece[] {
  const kind = issue.evidence[0]?.kind ?? '';
  const { detection } = issue.details;
  if (detection === 'agent_silent') return fellSilent(issue);
  if (detection === 'egress') return kind.startsWith('dns') ? lookedUp(issue) : connected(issue);
  if (detection === 'process_execution') return executed(issue);
  if (detection === 'file_access') return accessed(issue);
  return reported(issue);
}

/** The words for what was done, and for what was only tried. */
function deed({ verdict }: Happened, done: string, tried: string): Piece {
  return words(verdict === 'blocked' ? ` tried to ${tried} ` : ` ${done} `);
}

const fate = ({ verdict }: Happened): Piece =>
  words(verdict === 'blocked' ? ', and was blocked.' : '.');

/** The process that did it, and where. */
const doer = ({ details: { process } }: Happened): Piece[] => [
  process === undefined ? words('A process') : { code: process },
  words(' on '),
  AGENT,
];

function target({ domain, ip, port, protocol }: Happened['details']): Piece[] {
  const host = domain ?? ip;
  if (host === undefined) return [words('an unknown place')];
  const address = domain !== undefined &&
    ip !== undefined && [words(' ('), { text: ip }, words(')')];
  const over = protocol !== undefined && [words(' over '), { text: protocol }];
  return [
    { text: host },
    ...(address || []),
    ...(port === undefined ? [] : [words(`, port ${port}`)]),
    ...(over || []),
  ];
}

const connected = (issue: Happened): Piece[] => [
  ...doer(issue),
  deed(issue, 'connected to', 'connect to'),
  ...target(issue.details),
  fate(issue),
];

const lookedUp = (issue: Happened): Piece[] => [
  ...doer(issue),
  deed(issue, 'looked up the name', 'look up the name'),
  { text: issue.details.domain ?? issue.details.ip ?? 'unknown' },
  fate(issue),
];

function executed(issue: Happened): Piece[] {
  const { command, process } = issue.details;
  const what: Piece = { code: command ?? process ?? 'an unknown program' };
  return [words('A process on '), AGENT, deed(issue, 'ran', 'run'), what, fate(issue)];
}

const accessed = (issue: Happened): Piece[] => [
  ...doer(issue),
  deed(issue, 'touched the file', 'touch the file'),
  { code: issue.details.path ?? 'unknown' },
  fate(issue),
];

/** Under a name of the catalog: who reported what, and what it was about. */
function reported(issue: Happened): Piece[] {
  const { detection, process, path, domain, ip } = issue.details;
  const about = domain ?? ip;
  return [
    ...[AGENT, words(' reported '), { text: detection ?? 'something' }],
    ...(process === undefined ? [] : [words(' by '), { code: process }]),
    ...(path === undefined ? [] : [words(', about the file '), { code: path }]),
    ...(about === undefined ? [] : [words(', about '), { text: about }]),
    words(issue.verdict === 'blocked' ? '. It was blocked.' : '.'),
  ];
}

function fellSilent({ evidence }: Happened): Piece[] {
  const metadata = evidence[0]?.metadata;
  const since = textIn(metadata, 'last_seen');
  const before = textIn(metadata, 'heard_since');
  const rate = textIn(metadata, 'per_minute');
  const regularly = before === undefined ? [] : [words(' It had spoken since '), moment(before)];
  const often = rate === undefined ? '.' : `, with ${rate} events a minute.`;
  return [
    ...[words('Nothing is heard of '), AGENT],
    ...(since === undefined
      ? [words(' any more.')]
      : [words(' since '), moment(since), words('.')]),
    ...(before === undefined ? [] : [...regularly, words(often)]),
  ];
}
