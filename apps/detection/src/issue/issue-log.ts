import { Injectable } from '@nestjs/common';
import { Projections } from '@parapet/chassis';
import { type IssueEvent, type Position, toAppend, Unavailable } from '@parapet/contracts';
import { EventLog, type Offsets } from '@parapet/eventlog';

/** By which people make an issue ask for attention. */
const UNSETTLING: ReadonlySet<string> = new Set<IssueEvent['type']>([
  'IssueOpened',
  'IssueAcknowledged',
]);

/** Topic `issues`, for those that must see in the list of issues what lies in the log. */
@Injectable()
export class IssueLog {
  constructor(
    private readonly log: EventLog,
    private readonly projections: Projections,
  ) {}

  /** Appends, and resolves when the list shows it. @throws Unavailable */
  async append(events: readonly IssueEvent[]): Promise<void> {
    if (events.length === 0) return;
    const positions = await this.log.append(
      'issues',
      events.map((event) => toAppend(event.data.issue_id, event)),
    );
    await this.listed(after(positions));
  }

  /** Resolves when the list shows everything that is in the log now; answers the ends of that. @throws Unavailable */
  async allListed(): Promise<Offsets> {
    const ends = await this.log.ends('issues');
    await this.listed(ends);
    return ends;
  }

  /** Waits until the list shows everything that is in the log now, 5 s at most. @throws Unavailable when either is away */
  async shown(): Promise<void> {
    await this.reached(await this.log.ends('issues'));
  }

  /** The issues that somebody opened or acknowledged since these offsets, once the list shows it. @throws Unavailable */
  async unsettledSince(from: Offsets): Promise<readonly string[]> {
    const ends = await this.allListed();
    const ids = new Set<string>();
    for await (const records of this.log.read('issues', from, ends))
      for (const { key, meta } of records) if (UNSETTLING.has(meta.type)) ids.add(key);
    return [...ids];
  }

  /** Resolves when the list shows everything below these offsets. @throws Unavailable after 5 s */
  async listed(offsets: Offsets): Promise<void> {
    if (!(await this.reached(offsets))) throw new Unavailable('the list of issues is behind');
  }

  private async reached(offsets: Offsets): Promise<boolean> {
    const progress = this.projections.of('detection.issue-list', 'issues');
    const reached = await Promise.all(
      offsets.map((next, partition) => next === 0 || progress.reached(partition, next - 1)),
    );
    return !reached.includes(false);
  }
}

/** The next offset after the last of these positions, by partition; 0 where there is none. */
export function after(positions: readonly Position[]): number[] {
  const next: number[] = [];
  for (const { partition, offset } of positions)
    next[partition] = Math.max(next[partition] ?? 0, offset + 1);
  return Array.from(next, (offset) => offset ?? 0);
}
