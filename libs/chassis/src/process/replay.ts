import type { EventLogServer } from '@parapet/eventlog';
import type { Readiness } from './readiness';

/**
 * Documents may be behind the log at the start: they were dropped, or a rebuild was cut short. What is answered from them
 * then is old, so the process is not ready before they know what was in the log when its consumers began.
 */
export class Replay {
  private state: 'waiting' | 'replaying' | 'over' = 'waiting';
  private begun = false;

  constructor(
    private readonly consumers: EventLogServer,
    readiness: Readiness,
  ) {
    readiness.add('projections', () => this.missing());
  }

  /** The consumers have been started. */
  begin(): void {
    this.begun = true;
    this.state = 'replaying';
    this.consumers.projected().then(
      () => (this.state = 'over'),
      // The log may be away: it is asked again when somebody asks here.
      () => (this.state = 'waiting'),
    );
  }

  private missing(): string | null {
    if (this.begun && this.state === 'waiting') this.begin();
    return this.state === 'over' ? null : 'documents are being made from the log';
  }
}
