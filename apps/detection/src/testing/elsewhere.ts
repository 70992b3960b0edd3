import { Controller, Module } from '@nestjs/common';
import { Projection } from '@parapet/eventlog';

/** The registry is elsewhere: this stands for how far it has got. */
@Controller()
export class AgentReader {
  static held: Promise<void> = Promise.resolve();
  @Projection('agents', 'registry.agents')
  project(): Promise<void> {
    return AgentReader.held;
  }
}

@Module({ controllers: [AgentReader] })
export class ElsewhereModule {}
