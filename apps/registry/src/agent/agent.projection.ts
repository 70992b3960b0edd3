import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { foldInto, withoutVoidCreations } from '@parapet/chassis';
import type { AgentEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { AGENTS, evolveListed } from './agent.collection';

/** Topic `agents` into the collection that the API reads. */
@Controller()
export class AgentProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('agents', 'registry.agents')
  async project(@Payload() records: readonly Recorded<AgentEvent>[]): Promise<void> {
    const counting = await withoutVoidCreations(this.store, records);
    await foldInto(this.store, AGENTS, counting, {
      evolve: evolveListed,
      gone: (agent) => agent.deleted === true,
    });
  }
}
