import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Activity, type ActivityEvent, evolveActivity } from '@parapet/contracts';
import { Table } from '../table/table';

/** How all agents were seen, and what was counted of them, in memory. */
@Injectable()
export class ActivityTable extends Table<Activity, ActivityEvent> implements OnApplicationShutdown {
  constructor() {
    super('sightings', evolveActivity);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
