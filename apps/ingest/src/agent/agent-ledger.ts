import { Injectable } from '@nestjs/common';
import { Clock, Metrics } from '@parapet/chassis';
import { type Agent, isoTime, type Rejection, type Sensor } from '@parapet/contracts';
import { Counter } from 'prom-client';
import { AgentCounts } from './agent-counts';
import { AgentSeenRecorder } from './agent-seen.recorder';
import { HealthNews } from './health-news';
import { lossOf } from './loss-of';
import type { SensorHealth } from '../sensor/sensor-outcome';

/** Texts of sensors are kept with the agent in every process: so many characters of them. */
const EVENT_LENGTH = 200;
const MESSAGE_LENGTH = 500;

/**
 * Where ingest says what became of what an agent sent, whichever route it came by: counted for the agent (with its next sighting)
 * and for the metrics of this process. What is said here also says that the agent lives. Nothing here fails or waits.
 */
@Injectable()
export class AgentLedger {
  private readonly news = new HealthNews();
  private readonly outcomes: Counter<'outcome' | 'reason'>;
  /** Made once: every observation counts. */
  private readonly taken: Readonly<Record<'accepted' | 'duplicate', { inc(): void }>>;
  private readonly reports: Counter<'sensor'>;

  constructor(
    private readonly counts: AgentCounts,
    private readonly seen: AgentSeenRecorder,
    private readonly clock: Clock,
    { registry }: Metrics,
  ) {
    this.outcomes = new Counter({
      name: 'parapet_agent_observations_total',
      help: 'What became of what agents sent: accepted, duplicate, rejected by reason; lost: as sensors say.',
      labelNames: ['outcome', 'reason'],
      registers: [registry],
    });
    this.taken = {
      accepted: this.outcomes.labels({ outcome: 'accepted', reason: '' }),
      duplicate: this.outcomes.labels({ outcome: 'duplicate', reason: '' }),
    };
    this.reports = new Counter({
      name: 'parapet_sensor_health_events_total',
      help: 'News of the health of sensors, such as lost system calls, by sensor.',
      labelNames: ['sensor'],
      registers: [registry],
    });
  }

  /** An observation is recorded: `created` now, or `updated`, for it was known already. */
  took(agent: Agent, status: 'created' | 'updated'): void {
    const outcome = status === 'created' ? 'accepted' : 'duplicate';
    this.taken[outcome].inc();
    this.counts.took(agent.id, outcome);
    this.seen.saw(agent);
  }

  /** So many are not kept, for a reason that sending them again does not mend. */
  refused(agent: Agent, reason: Rejection, count = 1): void {
    this.outcomes.inc({ outcome: 'rejected', reason }, count);
    this.counts.refused(agent.id, reason, count);
    this.seen.saw(agent);
  }

  /** A sensor tells of its own health, and perhaps of what it lost: that counts once, however often it is told. */
  health(agent: Agent, said: SensorHealth & { readonly sensor: Sensor }): void {
    const { sensor, lost } = said;
    const event = said.event.slice(0, EVENT_LENGTH).toWellFormed();
    const message = said.message.slice(0, MESSAGE_LENGTH).toWellFormed();
    this.reports.inc({ sensor });
    this.news.tell({ agent_id: agent.id, sensor, event, message, lost }, performance.now());
    const now = this.clock.now();
    this.lost(agent, said, now);
    this.counts.reported(agent.id, { sensor, at: isoTime(now), event, message, lost });
    this.seen.saw(agent);
  }

  private lost(agent: Agent, said: SensorHealth & { readonly sensor: Sensor }, now: number): void {
    const { sensor, lost } = said;
    const loss = lossOf(said, now);
    if (lost === 0) return;
    if (loss && (this.seen.knowsLoss(agent, loss) || this.counts.knows(agent.id, loss))) return;
    this.outcomes.inc({ outcome: 'lost', reason: sensor }, lost);
    this.counts.lost(agent.id, loss ?? { lost });
  }
}
