import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { processBeside, type ProcessBeside, TestClock } from '@parapet/chassis/testing';
import { Unavailable } from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import { LOOPBACK, notifierHouse, type NotifierHouse, SHARING } from '../notifier-house';
import { SCHEDULE_MS } from './expected';

/** A notifier whose process ends and begins again, with another one beside it at times, and a log that fails as it is told. */
export class World {
  readonly clock = new TestClock();
  logIsAway = false;
  /** Rejects the next result of an attempt, as if whoever made it had died. */
  losesNext = false;
  private current: NotifierHouse | undefined;
  private other: ProcessBeside | undefined;

  /** @param sharing whether other processes may have the same documents */
  constructor(readonly sharing: boolean) {}

  async open(): Promise<void> {
    this.clock.stop();
    const settings = this.current?.house.settings ?? {
      ...{ ...LOOPBACK, webhookScheduleMs: SCHEDULE_MS },
    };
    const { clock, sharing } = this;
    this.current = await notifierHouse(settings, { clock, sharing, onDisk: true });
    this.fail(this.current.house.log);
  }

  get notifier(): NotifierHouse {
    if (!this.current) throw new Error('the world is not open');
    return this.current;
  }

  get hasOther(): boolean {
    return this.other !== undefined;
  }

  /** Resolves when the result that is to be lost is lost, unless it is still to come. */
  async lost(isToCome: boolean): Promise<void> {
    while (this.losesNext && !isToCome) await new Promise((resolve) => setImmediate(resolve));
  }

  async restart(): Promise<void> {
    const { hasOther } = this;
    await this.endOther();
    await this.notifier.close();
    await this.open();
    if (hasOther) await this.startOther();
  }

  async startOther(): Promise<void> {
    this.other = await processBeside(this.notifier.house, [SHARING]);
  }

  async endOther(): Promise<void> {
    await this.other?.close();
    this.other = undefined;
  }

  async close(): Promise<void> {
    await this.endOther();
    await this.notifier.close();
    await rm(this.notifier.house.settings.dataDir, { recursive: true });
  }

  private fail(log: EventLog): void {
    const [append, ends] = [log.append.bind(log), log.ends.bind(log)];
    jest.spyOn(log, 'ends').mockImplementation(async (topic) => {
      this.beThere();
      return ends(topic);
    });
    jest.spyOn(log, 'append').mockImplementation(async (topic, events) => {
      this.beThere();
      if (this.losesNext && events.some(({ json }) => json.includes('"attempt":{'))) {
        this.losesNext = false;
        throw new Error('killed between send and record');
      }
      return append(topic, events);
    });
  }

  private beThere(): void {
    if (this.logIsAway) throw new Unavailable('the log is away');
  }
}

/** Lets requests hang and ends them later; knows how many were open at once. */
export class Held {
  private readonly open = new Set<ServerResponse>();
  mostAtOnce = 0;

  came(response: ServerResponse): void {
    this.open.add(response);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.open.size);
    response.once('finish', () => this.open.delete(response));
    response.once('close', () => this.open.delete(response));
  }

  end(how: (response: ServerResponse) => void): void {
    for (const response of this.open) how(response);
  }
}
