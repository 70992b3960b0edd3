import { Injectable } from '@nestjs/common';
import type { AgentCaller } from '@parapet/chassis';
import type { Sensor } from '@parapet/contracts';
import { AgentLedger } from '../agent/agent-ledger';
import { ObservationIntake, type Taken } from '../observation/observation-intake';
import type { SensorOutcome } from './sensor-outcome';

/** Nothing that is kept as an observation, and why. */
export interface Skipped {
  readonly status: 'skipped';
  readonly reason: string;
}

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
    idempotencyKey?: string,
  ): Promise<Taken | Skipped> {
    switch (outcome.kind) {
      case 'observation': {
        const { body } = outcome;
        return this.intake.take(from, { body, text: JSON.stringify(body), idempotencyKey });
      }
      case 'health': {
        const { event, message, lost } = outcome;
        this.ledger.health(from.agent, { sensor, event, message, lost });
        return { status: 'skipped', reason: `health of the sensor: ${event}` };
      }
      case 'skip':
        this.ledger.refused(from.agent, 'no_observation');
        return { status: 'skipped', reason: outcome.reason };
    }
  }
}
