import type { PolicyPart, PolicyPath } from '@parapet/patterns';
import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE, type SequenceEvent } from 'js-yaml';

/** Where a value begins: as its event says, and where to point if it is empty. */
interface Found {
  readonly index: number;
  readonly otherwise: number;
}

const QUOTED: readonly number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];

/** Where an event begins in its text; -1 for what takes no place there. */
export function offsetOf(event: Event | undefined): number {
  if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return event.start;
  if (event?.type !== EVENT_ID.SCALAR) return -1;
  return event.valueStart - (QUOTED.includes(event.style) ? 1 : 0);
}

/** The index of the event after a value with all that is in it. */
function after(events: readonly Event[], index: number): number {
  let depth = 0;
  for (let at = index; at < events.length; at += 1) {
    const type = events[at]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
    if (type === EVENT_ID.POP) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return events.length;
}

/** Where the dash of an item stands; the items of a list in brackets have none. */
function dashOf(source: string, { start }: SequenceEvent, item: number): number {
  if (source[start] !== '-') return start;
  const column = start - (source.lastIndexOf('\n', start - 1) + 1);
  const dashes = new RegExp(`^ {${column}}-(?=\\s|$)`, 'gm');
  dashes.lastIndex = start + 1;
  let at = start;
  for (let n = 0; n < item; n += 1) at = (dashes.exec(source)?.index ?? at - column) + column;
  return at;
}

/** Where things stand in the YAML of a policy that was parsed. */
export class YamlOffsets {
  constructor(
    private readonly source: string,
    private readonly events: readonly Event[],
  ) {}

  /** Where it says what is at this path; of what it does not say, where the nearest thing around it begins. */
  at(path: PolicyPath, part: PolicyPart): number {
    let found: Found = { index: 1, otherwise: 0 };
    for (const step of path) {
      const inner = this.inside(found, step);
      if (!inner) return this.offset(found);
      found = inner;
    }
    return part === 'key' ? found.otherwise : this.offset(found);
  }

  private offset({ index, otherwise }: Found): number {
    const offset = offsetOf(this.events[index]);
    return offset < 0 ? otherwise : offset;
  }

  private inside({ index }: Found, step: string | number): Found | undefined {
    const event = this.events[index];
    if (event?.type === EVENT_ID.MAPPING) return this.entry(index + 1, String(step));
    if (event?.type !== EVENT_ID.SEQUENCE || typeof step !== 'number') return undefined;
    let at = index + 1;
    for (let n = 0; n < step; n += 1) at = after(this.events, at);
    return { index: at, otherwise: dashOf(this.source, event, step) };
  }

  /** The value of a key; `otherwise` is where the key stands. */
  private entry(first: number, name: string): Found | undefined {
    let at = first;
    for (let key = this.events[at]; key; key = this.events[at]) {
      if (key.type === EVENT_ID.POP) return undefined;
      const value = after(this.events, at);
      if (key.type === EVENT_ID.SCALAR && getScalarValue(this.source, key) === name)
        return { index: value, otherwise: offsetOf(key) };
      at = after(this.events, value);
    }
    return undefined;
  }
}
