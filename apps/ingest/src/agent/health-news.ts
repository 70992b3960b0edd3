import { Logger } from '@nestjs/common';
import type { SensorReport } from '@parapet/contracts';

const SAY_EVERY_MS = 60_000;
/** Of whom it is remembered that something was said; of others it may be said sooner. */
const MOST_REMEMBERED = 10_000;

/** What a sensor of an agent tells of its own health. */
type News = Omit<SensorReport, 'at'> & { readonly agent_id: string };

/** Says in the log what sensors tell of their health, of each sensor of an agent once a minute: one request may tell it often. */
export class HealthNews {
  private readonly logger = new Logger('ingest.agents');
  /** By agent and sensor, those first of whom nothing was said for longest. */
  private readonly said = new Map<string, { readonly at: number; unsaid: number }>();

  /** @param now `performance.now()` */
  tell(news: News, now: number): void {
    const who = `${news.agent_id} ${news.sensor}`;
    const before = this.said.get(who);
    if (before && now < before.at + SAY_EVERY_MS) {
      before.unsaid += 1;
      return;
    }
    this.said.delete(who);
    this.said.set(who, { at: now, unsaid: 0 });
    const [longestAgo = ''] = this.said.keys();
    if (this.said.size > MOST_REMEMBERED) this.said.delete(longestAgo);
    const unsaid = before?.unsaid ?? 0;
    this.logger.warn({ ...news, unsaid, msg: 'a sensor tells of its own health' });
  }
}
