import { Injectable } from '@nestjs/common';
import { type AgentCaller, Clock } from '@parapet/chassis';
import { eventId, type ObservationBody, Problem, Unavailable } from '@parapet/contracts';
import { AgentLedger } from '../agent/agent-ledger';
import { Unrecorded } from '../agent/unrecorded';
import { TooMuchWaits } from './group-commit';
import { ObservationRepair } from './observation-repair';
import { BEING_REPAIRED, ObservationWriter } from './observation-writer';
import { type NewObservation, recordObservation } from './record-observation';
import type { RecordStatus } from './write-observations';

/** What an agent sent. */
export interface Sent {
  readonly body: ObservationBody;
  /** The body as JSON text. */
  readonly text: string;
  readonly idempotencyKey?: string | undefined;
  /** Hears which observation it is, before it is recorded. */
  readonly identified?: ((id: string) => void) | undefined;
  /** W3C `traceparent` of what sends it, where that is traced. */
  readonly traceparent?: string | undefined;
  /** It was taken and counted before. */
  readonly again?: boolean | undefined;
}

/** What became of it. */
export interface Taken {
  readonly id: string;
  readonly status: RecordStatus;
}

/** The way of every observation into the house, whichever route it came by. */
@Injectable()
export class ObservationIntake {
  /** Of which agents an observation could not be recorded: none of those for whom there was only no room. */
  readonly unrecorded = new Unrecorded();

  constructor(
    private readonly repair: ObservationRepair,
    private readonly writer: ObservationWriter,
    private readonly ledger: AgentLedger,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the observation is durable and can be read.
   * @throws Problem `bad_request` when it cannot be recorded; Unavailable when the sender must send it again.
   */
  async take(from: AgentCaller, sent: Sent): Promise<Taken> {
    if (!this.repair.done) throw new Unavailable(BEING_REPAIRED);
    const { agent, contextJson: agentJson } = from;
    const { body, text, idempotencyKey, traceparent } = sent;
    const key = idempotencyKey !== undefined && { idempotencyKey };
    const arrival = { body, text, agentId: agent.id, agentJson, traceparent, ...key };
    const recorded = recordObservation(arrival, this.clock.now(), eventId());
    if (recorded instanceof Problem) throw recorded;
    sent.identified?.(recorded.id);
    const status = await this.record(recorded);
    if (!sent.again) this.ledger.took(agent, status);
    return { id: recorded.id, status };
  }

  private async record(observation: NewObservation): Promise<RecordStatus> {
    try {
      const status = await this.writer.record(observation);
      this.unrecorded.recorded();
      return status;
    } catch (error) {
      if (!(error instanceof TooMuchWaits)) this.unrecorded.failed(observation.agentId);
      throw error;
    }
  }
}
