import { Injectable, Logger } from '@nestjs/common';
import { AgentTable, Settings } from '@parapet/chassis';
import { eventId, TOPICS } from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { ObservationWriter } from '../observation/observation-writer';
import { type ObservationDocument, observations } from '../observation/observation.collection';
import type { Silent } from './silent-agents';
import { recordSilence, silenceId } from './record-silence';

/** Records silences, each once: several processes may notice it, and each of them again after a restart. */
@Injectable()
export class SilenceLog {
  private readonly logger = new Logger('ingest.silence');
  private readonly collection: Collection<ObservationDocument>;
  /** When each agent was last heard before the silence that is recorded. */
  private readonly recorded = new Map<string, string>();

  constructor(
    private readonly store: ReadModel,
    private readonly writer: ObservationWriter,
    private readonly agents: AgentTable,
    settings: Settings,
  ) {
    this.collection = observations(settings.observationRetentionMs);
  }

  /**
   * Records those silences that are not known yet, of agents that are still there when it is their turn. One that cannot be recorded
   * keeps back none but those of its partition.
   * @param now milliseconds since 1970
   * @param stop lets the rest be
   * @throws Unavailable when one could not be recorded
   */
  async record(silent: readonly Silent[], now: number, stop?: AbortSignal): Promise<void> {
    const away = new Map<number, unknown>();
    for (const one of silent) {
      const partition = partitionOf(one.agent.id, TOPICS.observations.partitions);
      if (stop?.aborted) return;
      if (!away.has(partition))
        await this.note(one, now).catch((error: unknown) => away.set(partition, error));
    }
    for (const error of away.values()) throw error;
  }

  private async note(one: Silent, now: number): Promise<void> {
    const { agent, silence } = one;
    const isGone = this.agents.get(agent.id) === undefined;
    if (isGone || this.recorded.get(agent.id) === silence.last_seen) return;
    if (!(await this.isKnown(one))) await this.write(one, now);
    this.recorded.set(agent.id, silence.last_seen);
  }

  private async isKnown({ agent, silence }: Silent): Promise<boolean> {
    const id = silenceId(agent.id, silence.last_seen);
    return (await this.store.get(this.collection, id)) !== undefined;
  }

  private async write({ agent, silence }: Silent, now: number): Promise<void> {
    const who = { agentId: agent.id, agentJson: this.agents.contextJson(agent) };
    await this.writer.record(recordSilence(who, silence, now, eventId()));
    this.logger.warn({ agent_id: agent.id, ...silence, msg: 'an agent went silent' });
  }
}
