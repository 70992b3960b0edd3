import type { EventLog, EventLogServer } from '@parapet/eventlog';
import { generationOf, type ReadModel } from '@parapet/readmodel';
import { LogMarks, OTHER_HOUSE } from '../projection/log-marks';
import { ahead, knowsMore, type NamedEnd, projectionEnds } from '../projection/projection-ends';
import type { Projections } from '../projection/projections';
import type { Readiness } from './readiness';

/** What is asked how far the documents are. */
export interface ReplayedFrom {
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly projections: Projections;
  readonly consumers: EventLogServer;
}

/**
 * Documents may be behind the log at the start, and whenever they are dropped or another generation of them takes over. What is
 * answered from them then is old, so the process is not ready before they know what was in the log when that was first asked.
 * The progress that is stored is what counts: with replicas each partition is projected by one of them.
 */
export class Replay {
  private begun = false;
  private over: string | undefined;
  /** Documents that knew more than the log, and by which group: what has grown past them since is missing there for good. */
  private known: { readonly generation: string; readonly more: string } | undefined;
  private asked: { readonly generation: string; readonly ends: readonly NamedEnd[] } | undefined;

  constructor(
    private readonly from: ReplayedFrom,
    readiness: Readiness,
  ) {
    readiness.add('projections', () => this.missing());
  }

  /** The consumers have been started. */
  begin(): void {
    this.begun = true;
  }

  private async missing(): Promise<string | null> {
    const generation = generationOf(this.from.store);
    if (this.over === generation) return null;
    const behind = this.begun ? await this.behind(generation) : [];
    if (!this.begun || behind.length > 0)
      return ['documents are being made from the log', ...behind.slice(0, 1)].join(': ');
    const more = await this.ahead(generation);
    if (more !== undefined) return knowsMore(more);
    // Others may have made them again of their log.
    const marks = new LogMarks(this.from.log, this.from.store);
    if (await marks.differ()) return OTHER_HOUSE;
    const noted = await marks.note();
    if (generationOf(this.from.store) !== generation)
      return 'documents are being made from the log';
    // A house that begins has no token before its registry has made one.
    if (noted) this.over = generation;
    return null;
  }

  /** Which projection says, or once said, that it has more than there is, by its group. Behind that nothing would be projected. */
  private async ahead(generation: string): Promise<string | undefined> {
    if (this.known?.generation === generation) return this.known.more;
    const more = await ahead(this.asked?.ends ?? []);
    if (more !== undefined) this.known = { generation, more };
    return more;
  }

  /** Which projections are not there yet, by their group. Notes their ends. */
  private async behind(generation: string): Promise<string[]> {
    const { log, projections, consumers } = this.from;
    if (this.asked?.generation !== generation) {
      const ends = await projectionEnds(log, projections, consumers.specs());
      this.asked = { generation, ends };
    }
    const there = await Promise.all(this.asked.ends.map(({ end }) => end.reached(0)));
    return this.asked.ends.flatMap(({ group }, i) => (there[i] ? [] : [group]));
  }
}
