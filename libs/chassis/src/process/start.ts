import { setTimeout as pause } from 'node:timers/promises';
import { type DynamicModule, Logger, type Type } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import type { Settings } from '../settings/settings.config';
import { endWhenLost } from '../storage/end-when-lost';
import { openTracing } from '../tracing/open-tracing';
import type { Tracing } from '../tracing/tracing';
import { systemClock } from './clock';
import { endOnSignals } from './end-on-signals';
import { openFront } from './front';
import { type Front, openHouse } from './house';
import { listeningAddress } from './listening-address';
import { Metrics } from './metrics';
import { makePino, PinoLogger } from './pino-logger';
import { Porch } from './porch';

const AGAIN_MS = 1_000;
/** For how long a stop waits for a collector of traces, at most, and what it leaves of its time. */
const [FLUSH_MS, SPARE_MS] = [2_000, 500];

/** What runs as a process. */
export interface Service {
  /** Stands in every line of its log, and in `GET /v1/about`. */
  readonly name: string;
  readonly module: Type | DynamicModule;
  readonly settings: Settings;
  /** False for a process that needs neither log nor documents; its module provides `Forwarding`. Default: true. */
  readonly keeps?: boolean;
  /** Whether it is the whole house, so that no other process has to see its log. Default: false. */
  readonly isWhole?: boolean;
}

/** A process that serves. */
export interface Running extends Front {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
}

/**
 * Runs a module as a process: consumers, background work, HTTP. One that keeps something is alive (`/healthz`) from the first moment;
 * while log or documents are away it waits for them and says so (`/readyz`). One that keeps nothing has nothing to wait for, and
 * listens when it can answer: a client that finds nobody goes to the next replica. Prints one line with its address on stdout when it
 * serves, and ends on SIGTERM, SIGINT or SIGHUP, whenever they come, after what is in hand is done, in less than 10 s.
 */
export async function start(service: Service): Promise<Running> {
  const { settings, keeps = true } = service;
  const logger = new PinoLogger(makePino(settings.logLevel, service.name));
  Logger.overrideLogger(logger);
  for (const warning of warningsOf(service)) logger.warn(warning, 'settings');
  const tracing = await openTracing(settings, service.name);
  const porch = keeps ? await Porch.open(settings) : null;
  const startup = new Startup(service, { logger, tracing }, porch);
  endOnSignals((until) => startup.stop(until));
  const front = await startup.run();
  const url = addressOf(front, settings.host);
  process.stdout.write(`Parapet is ready at ${url}\n`);
  return { ...front, url };
}

/** What an operator should know of how this process was started. */
function warningsOf({ settings, name, keeps = true, isWhole = false }: Service): readonly string[] {
  if (!keeps || isWhole || settings.eventLog !== 'embedded') return settings.warnings;
  const alone = `EVENT_LOG is embedded: no other process sees what ${name} takes in, and it sees nothing of theirs. Set EVENT_LOG=kafka and READ_MODEL=mongodb, or run the whole house as one process.`;
  return [alone, ...settings.warnings];
}

/** The way from a port that is listened on to a process that serves there, and back. */
class Startup {
  private readonly stopping = new AbortController();
  private readonly log = new Logger('process');
  private front: Front | undefined;
  private attempt: Promise<Front> | undefined;

  constructor(
    private readonly service: Service,
    private readonly tells: { readonly logger: PinoLogger; readonly tracing: Tracing },
    /** Null where the process keeps nothing. */
    private readonly porch: Porch | null,
  ) {}

  /** Tries until it serves. What is not mended by waiting is thrown. */
  async run(): Promise<Front> {
    for (;;) {
      try {
        this.attempt = this.serve();
        return await this.attempt;
      } catch (error) {
        // Whoever stopped it ends the process when everything is closed.
        if (this.stopping.signal.aborted) return new Promise(() => undefined);
        if (!(error instanceof Unavailable)) {
          this.porch?.close();
          throw error;
        }
        const why = `cannot serve yet: ${error.message}`;
        this.porch?.waitsFor('process', why);
        this.log.warn(why);
        await pause(AGAIN_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** @param until `performance.now()` when its time is over */
  async stop(until: number): Promise<void> {
    this.stopping.abort();
    await this.front?.close();
    await this.attempt?.catch(() => undefined);
    this.porch?.close();
    const left = Math.max(0, until - performance.now() - SPARE_MS);
    await this.tells.tracing.close(Math.min(FLUSH_MS, left));
  }

  private async serve(): Promise<Front> {
    const front = await this.open();
    try {
      if (this.service.settings.metrics) front.app.get(Metrics).watchProcess();
      await front.serve();
      this.stopping.signal.throwIfAborted();
      this.front = front;
      await this.listen(front);
      return front;
    } catch (error) {
      this.front = undefined;
      await front.close();
      throw error;
    }
  }

  private async listen({ app }: Front): Promise<void> {
    const { port, host } = this.service.settings;
    if (this.porch) await this.porch.handTo(app.getHttpServer());
    else await app.listen(port, listeningAddress(host));
  }

  private async open(): Promise<Front> {
    const { module, settings, name } = this.service;
    const alike = { settings, clock: systemClock, ...this.tells, name };
    const { porch } = this;
    if (!porch) return openFront({ ...alike, module });
    const house = await openHouse({
      ...{ ...alike, modules: [module], expires: true, onLost: endWhenLost },
      signal: this.stopping.signal,
      waiting: (part, reason) => porch.waitsFor(part, reason),
    });
    try {
      await house.ofLog();
      await house.consume();
      return house;
    } catch (error) {
      await house.close();
      throw error;
    }
  }
}

/** Where people on this machine reach it. */
function addressOf(front: Front, host: string): string {
  const address = front.app.getHttpServer().address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
