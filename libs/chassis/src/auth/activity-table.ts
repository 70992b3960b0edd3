import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Activity, type ActivityEvent, evolveActivity } from '@parapet/contracts';
import { Table } from '../table/table';
import { AgentTable } from './agent-table';

/** How all agents were seen, and what was counted of them, in memory; nothing of who is deleted, whoever still says to have seen it. */
@Injectable()
export class ActivityTable extends Table<Activity, ActivityEvent> implements OnApplicationShutdown {
  constructor(agents: AgentTable) {
    super('sightings', evolveActivity, ({ id }) => agents.isGone(id));
    agents.onChange((id, now) => {
      if (!now) this.remove(id);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
