import {
  ISSUE_VERDICTS,
  PLATFORMS,
  SEVERITIES,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
} from '@parapet/contracts';
import type { InferredOptionTypes } from 'yargs';
import { readHeaders } from './read-headers';

/** What of the issues a webhook is told of. */
export const FILTER_FIELDS = {
  'min-severity': {
    type: 'string',
    choices: SEVERITIES,
    describe: 'only issues of this severity or a higher one',
  },
  verdict: {
    type: 'string',
    array: true,
    choices: ISSUE_VERDICTS,
    describe: 'only issues with one of these, once for each',
  },
  platform: {
    type: 'string',
    array: true,
    choices: PLATFORMS,
    describe: 'only issues of one of these, once for each',
  },
  cluster: {
    type: 'string',
    array: true,
    describe: 'only issues in one of these, once for each',
  },
} as const;

/** What can be said of a webhook besides its URL. */
export const WEBHOOK_FIELDS = {
  event: {
    type: 'string',
    array: true,
    choices: WEBHOOK_EVENTS,
    describe: 'what it is told of, once for each; at first issue.created',
  },
  ...FILTER_FIELDS,
  format: {
    type: 'string',
    choices: WEBHOOK_FORMATS,
    describe: 'how it is written; at first parapet',
  },
  'header-file': {
    type: 'string',
    describe: 'headers that it sends, a line like Authorization: Bearer … each',
  },
  description: { type: 'string', describe: 'what it is for' },
} as const;

/** What was said of it. */
type Said = InferredOptionTypes<typeof WEBHOOK_FIELDS>;

/**
 * As the API takes it: what was not said is undefined, of the filter too.
 * @throws Error with a sentence when the file of headers cannot be read
 */
export function fieldsOf({ event, format, description, ...said }: Said) {
  const { 'min-severity': min_severity, verdict, platform, cluster } = said;
  const { 'header-file': file } = said;
  const filter = { min_severity, verdicts: verdict, platforms: platform, clusters: cluster };
  const headers = file === undefined ? undefined : readHeaders(file);
  return { events: event, filter, format, headers, description };
}
