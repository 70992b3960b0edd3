import { Injectable } from '@nestjs/common';
import { higherSeverity } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { destinationIn } from '../issue/destination-in';
import type { IssueDocument } from '../issue/issue.collection';
import { lookThrough } from '../issue/look-through';
import type { DestinationView } from './destination.http';

/** For so long everybody gets what was found, whatever becomes of the clock: many people have the same page open. */
const FRESH_MS = 5_000;

/** Where open issues went that no policy decided. */
@Injectable()
export class UnknownDestinations {
  private found:
    { readonly at: number; readonly all: Promise<readonly DestinationView[]> } | undefined;

  constructor(private readonly store: ReadModel) {}

  /** The destinations with the most observations first, of the newest 20,000 open issues. @throws Unavailable */
  async top(limit: number): Promise<readonly DestinationView[]> {
    const now = performance.now();
    if (!this.found || now - this.found.at > FRESH_MS) this.found = { at: now, all: this.look() };
    const { found } = this;
    try {
      return (await found.all).slice(0, limit);
    } catch (error) {
      if (this.found === found) this.found = undefined;
      throw error;
    }
  }

  private async look(): Promise<readonly DestinationView[]> {
    const byName = new Map<string, DestinationView>();
    await lookThrough(this.store, { equal: { status: 'open' } }, (issue) => {
      const destination = destinationIn(issue.details);
      if (destination === undefined || issue.why.policy) return;
      byName.set(destination, withIssue(byName.get(destination), destination, issue));
    });
    return [...byName.values()].sort(mostFirst);
  }
}

function withIssue(
  before: DestinationView | undefined,
  destination: string,
  { occurrences, last_seen, severity }: IssueDocument,
): DestinationView {
  if (!before) return { destination, issues: 1, occurrences, last_seen, severity };
  return {
    destination,
    issues: before.issues + 1,
    occurrences: before.occurrences + occurrences,
    last_seen: last_seen > before.last_seen ? last_seen : before.last_seen,
    severity: higherSeverity(before.severity, severity),
  };
}

const mostFirst = (a: DestinationView, b: DestinationView): number =>
  b.occurrences - a.occurrences || (a.destination < b.destination ? -1 : 1);
