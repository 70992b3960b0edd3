import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Topic } from '@parapet/contracts';
import { PROJECTION_PROGRESS, ProjectionProgress, ReadModel } from '@parapet/readmodel';
import { LOG_MARKS } from './log-marks';

/** One progress object per projection, shared by who saves it and who waits for it. */
@Injectable()
export class Projections implements OnModuleInit {
  private readonly all = new Map<string, ProjectionProgress>();

  constructor(private readonly store: ReadModel) {}

  async onModuleInit(): Promise<void> {
    await this.store.declare(PROJECTION_PROGRESS);
    await this.store.declare(LOG_MARKS);
  }

  of(group: string, topic: Topic): ProjectionProgress {
    const name = `${group}/${topic}`;
    const known = this.all.get(name);
    if (known) return known;
    const made = new ProjectionProgress(this.store, group, topic);
    this.all.set(name, made);
    return made;
  }
}
