import { Problem } from '@parapet/contracts';

const KEY = /^[a-zA-Z0-9][-_a-zA-Z0-9]*[a-zA-Z0-9]$|^[a-zA-Z0-9]$/;
const VALUE = /^[a-zA-Z0-9][-_a-zA-Z0-9/. ]*$/;
const MAX = { labels: 64, keyBytes: 63, valueBytes: 1024 } as const;

type Labels = Readonly<Record<string, string>>;
type Check = readonly [sentence: string, broken: (labels: readonly [string, string][]) => boolean];

/** Looked at in this order: the first one that is broken is the answer. Lengths count bytes. */
const CHECKS: readonly Check[] = [
  ['too many labels', (labels) => labels.length > MAX.labels],
  [
    'label key exceeds maximum length',
    (labels) => labels.some(([key]) => Buffer.byteLength(key) > MAX.keyBytes),
  ],
  ['invalid label key format', (labels) => labels.some(([key]) => !KEY.test(key))],
  [
    'label value exceeds maximum length',
    (labels) => labels.some(([, value]) => Buffer.byteLength(value) > MAX.valueBytes),
  ],
  ['invalid label value format', (labels) => labels.some(([, value]) => !VALUE.test(value))],
];

const isText = (entry: readonly [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string';

/** The labels of an agent; none when nothing was sent. @throws Problem `bad_request` with the sentence of the API */
export function checkLabels(labels: unknown): Labels {
  if (labels === undefined || labels === null) return {};
  if (typeof labels !== 'object' || Array.isArray(labels))
    throw new Problem('bad_request', 'labels must be an object of strings');
  const entries = Object.entries(labels);
  const texts = entries.filter(isText);
  if (texts.length < entries.length)
    throw new Problem('bad_request', 'labels must be an object of strings');
  const broken = CHECKS.find(([, isBroken]) => isBroken(texts));
  if (broken) throw new Problem('bad_request', broken[0]);
  return Object.fromEntries(texts);
}
