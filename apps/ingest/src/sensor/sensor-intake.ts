import { Injectable } from '@nestjs/common';
import type { AgentCaller } from '@parapet/chassis';
import type { Sensor } from '@parapet/contracts';
import { AgentLedger } from '../agent/agent-ledger';
import { ObservationIntake, type Sent, type Taken } from '../observation/observation-intake';
import { type SensorOutcome, type Skipped, skippedAs, type Unkept } from './sensor-outcome';

/** The way of every event of a sensor into the house: each is recorded, or counted with the reason why it is not. */
@Injectable()
export class SensorIntake {
  constructor(
    private readonly intake: ObservationIntake,
    private readonly ledger: AgentLedger,
  ) {}

  /**
   * Takes what an event was read as.
   * @throws Problem `bad_request` when it cannot be recorded; Unavailable when it must be sent again.
   */
  async take(
    from: AgentCaller,
    sensor: Sensor,
    outcome: SensorOutcome,
    how: Pick<Sent, 'idempotencyKey' | 'identified' | 'again' | 'traceparent'> = {},
  ): Promise<Taken | Skipped> {
    if (outcome.kind === 'observation') {
      const { body } = outcome;
      return this.intake.take(from, { body, text: JSON.stringify(body), ...how });
    }
    this.count(from, sensor, outcome);
    return skippedAs(outcome);
  }

  /** Counts what is not kept as an observation. */
  count({ agent }: AgentCaller, sensor: Sensor, outcome: Unkept): void {
    if (outcome.kind === 'skip') return this.ledger.refused(agent, 'no_observation');
    const { event, message, lost, time } = outcome;
    this.ledger.health(agent, { sensor, event, message, lost, time });
  }
}
