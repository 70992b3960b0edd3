import { beginningOf, plain, seconds } from '../plain-text';
import { table } from '../table-text';
import { SHORT } from './choose-parked';
import { isOpen, KEPT_DAYS, type ParkedEntry } from './parked-entry';

const day = (time: string): string => time.slice(0, 10);

function fateOf({ dropped_at, retried_at, goes_at }: ParkedEntry): string {
  if (dropped_at !== null) return `dropped ${seconds(dropped_at)}`;
  return retried_at === null ? `until ${day(goes_at)}` : `retried ${seconds(retried_at)}`;
}

/** The list, for people. */
export function parkedList(entries: readonly ParkedEntry[]): string[] {
  if (entries.length === 0) return ['Nothing is parked.'];
  const rows = entries.map((e) => [
    e.id.slice(0, SHORT),
    seconds(e.parked_at),
    e.group,
    e.origin,
    e.type,
    fateOf(e),
    beginningOf(e.reason),
  ]);
  const open = entries.filter(isOpen).length;
  return [
    ...table(['ID', 'PARKED (UTC)', 'GROUP', 'RECORD', 'TYPE', 'KEPT', 'REASON'], rows),
    '',
    `${open} open. A parked record goes ${KEPT_DAYS} days after it was parked.`,
  ];
}

/** One entry, whole. */
export const parkedWhole = (e: ParkedEntry): string[] => [
  `Id       ${e.id}`,
  `Parked   ${e.parked_at} by ${e.group}`,
  `Reason   ${plain(e.reason)}`,
  `Record   ${e.origin}, key ${plain(e.record.key)}`,
  `Fact     ${plain(JSON.stringify(e.record.meta))}`,
  `Data     ${plain(e.record.json)}`,
  `Retried  ${e.retried_at ?? 'not yet'}`,
  ...(e.dropped_at === null ? [] : [`Dropped  ${e.dropped_at}: ${plain(e.dropped_because ?? '')}`]),
  `Goes     ${e.goes_at}`,
];
