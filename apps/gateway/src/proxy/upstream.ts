import { Shares } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import { Client, type Dispatcher, Pool } from 'undici';
import { sizeOf } from './answer-size';
import { type Missing, missingAt } from './missing-at';
import { Crowded, Turns } from './turns';

/** Bounds of time, in milliseconds. */
export interface Patience {
  /** Until a body that is read whole has come. As long as Node lets a request take. */
  readonly body: number;
  /** Until it is a request's turn at a service that has its hands full. */
  readonly turn: number;
  readonly connect: number;
  /** Until an answer begins. Above the 30 s in which a service answers by itself. */
  readonly answer: number;
  /** Between two pieces of an answer. */
  readonly silence: number;
  /** Until an address says whether it is ready. */
  readonly look: number;
  /** For which a connection is used: behind one address, new replicas get their part by new connections alone. */
  readonly move: number;
}

export const PATIENCE: Patience = {
  ...{ body: 30_000, turn: 5_000, connect: 1_000 },
  ...{ answer: 35_000, silence: 60_000, look: 1_000, move: 60_000 },
};

/** Requests that one address has in hand, each on its connection, at most, and those of one client; so many more may wait for their turn. */
const [AT_ONCE, OF_ONE, WAITING] = [256, 32, 1024];
/** Large answers of one address that are being read, each on its connection besides, at most; and those of one client. */
const READ = { all: 512, ofOne: 64 };

/** Whom a request is for. */
export interface Asker {
  /** For how long it has waited for its turn, wherever it was, in milliseconds. */
  waited: number;
  /** As far as is known by now: see `KnownCallers`. */
  name(): string;
  /** Hears of each status that a service answered, before anything of its body. */
  answered(status: number): void;
}

/** Below the 65 s for which services keep an idle connection, so that none is used while it is being closed. */
const KEEP_MS = 30_000;

/** Ends of connections that we chose. */
const OUR_OWN: ReadonlySet<string> = new Set(['UND_ERR_DESTROYED', 'UND_ERR_INFO']);

const tooMuchToRead = (): Problem =>
  new Problem(
    'rate_limited',
    `More than ${READ.ofOne} large answers are being read with this token`,
    'read them to their end before you ask for more',
    1,
  );

/** One address of a service, with its kept connections. */
export class Upstream {
  private readonly pool: Pool;
  private readonly lookout: Client;
  private readonly turns: Turns;
  private readonly transfers = new Shares(READ);
  private readonly doubts = new Set<() => void>();
  private looking: Promise<void> | undefined;
  /** Whether requests should go here rather than elsewhere, as far as is known. */
  ready = true;
  /** What was missing there when it was last asked. */
  missing: Missing = {};

  /** @param limited whether one client may have no more than its share of what is in hand */
  constructor(
    readonly origin: string,
    patience: Patience,
    limited: boolean,
  ) {
    this.pool = new Pool(origin, {
      connect: { timeout: patience.connect },
      headersTimeout: patience.answer,
      bodyTimeout: patience.silence,
      keepAliveTimeout: KEEP_MS,
      keepAliveMaxTimeout: KEEP_MS,
      ...{ pipelining: 1, connections: AT_ONCE + READ.all, clientTtl: patience.move },
    });
    this.pool.on('disconnect', (_origin, _targets, { code }) => {
      if (!OUR_OWN.has(code)) this.doubt();
    });
    // Whether it is ready must be heard when all connections are taken, most of all.
    const look = patience.look;
    const times = { headersTimeout: look, bodyTimeout: look, connect: { timeout: look } };
    this.lookout = new Client(origin, { ...times, keepAliveTimeout: KEEP_MS });
    const ofOne = limited ? OF_ONE : AT_ONCE;
    this.turns = new Turns({ atOnce: AT_ONCE, ofOne, waiting: WAITING, wait: patience.turn });
  }

  /**
   * The body of the answer must be read or dumped. Rejects with Crowded, or with what the HTTP client says: see `failureOf`.
   * @throws Problem when too much is being read by this client already
   */
  async request(
    options: Dispatcher.RequestOptions & { readonly signal: AbortSignal },
    asker: Asker,
  ): Promise<Dispatcher.ResponseData> {
    const client = asker.name();
    await this.turn(client, options.signal, asker);
    try {
      const answer = await this.pool.request(options);
      asker.answered(answer.statusCode);
      // What was done is answered, however crowded it is.
      const passes = options.method === 'GET' && sizeOf(options.method, answer) === 'large';
      if (passes) {
        // Whom nobody knew before, this answer made somebody.
        this.passOn(answer, asker.name());
        this.turns.give(client);
      } else answer.body.once('close', () => this.turns.give(client));
      return answer;
    } catch (error) {
      this.turns.give(client);
      throw error;
    }
  }

  /** To be served may take longer than to wait for that: who asks elsewhere afterwards has lost none of its patience by it. */
  private turn(client: string, left: AbortSignal, asker: Asker): Promise<void> | undefined {
    const began = performance.now();
    const turn = this.turns.take({ client, left, waited: asker.waited });
    return turn?.finally(() => (asker.waited += performance.now() - began));
  }

  /** A client that reads slowly must not keep the turn of others. */
  private passOn({ body }: Dispatcher.ResponseData, client: string): void {
    const end = this.transfers.begin(client);
    if (typeof end === 'string') {
      body.on('error', () => undefined).destroy();
      throw end === 'own' ? tooMuchToRead() : new Crowded(false);
    }
    body.once('close', end);
  }

  /** Something is wrong here, perhaps: others are preferred until it says that it is ready. */
  doubt(): void {
    if (!this.ready) return;
    this.ready = false;
    for (const hear of this.doubts) hear();
  }

  onDoubt(hear: () => void): void {
    this.doubts.add(hear);
  }

  /** Asks whether it may get traffic. One question at a time; whoever comes meanwhile shares it. */
  look(): Promise<void> {
    this.looking ??= this.ask().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Cuts what is still open: only after the last request has been answered. */
  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.lookout.destroy()]);
  }

  private async ask(): Promise<void> {
    this.missing = await missingAt(this.lookout);
    this.ready = Object.keys(this.missing).length === 0;
  }
}
