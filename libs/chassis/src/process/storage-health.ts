import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { CredentialTables } from '../auth/credential-tables';
import { Readiness } from './readiness';

const AGAIN_MS = 250;

/** How somebody waits for the credentials. */
interface CredentialsWait {
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Hears what is being waited for, and null when that is there. */
  readonly waiting?: (what: 'credentials', reason: string | null) => void;
}

/** Opens the tables of credentials and says when log or documents are away. */
@Injectable()
export class StorageHealth implements OnModuleInit {
  private readonly log = new Logger('process');

  constructor(
    private readonly events: EventLog,
    private readonly store: ReadModel,
    private readonly credentials: CredentialTables,
    private readonly readiness: Readiness,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.credentials.open(this.events);
    this.readiness.add('log', () => this.events.ping().then(() => null));
    this.readiness.add('documents', () => this.store.ping().then(() => null));
    this.readiness.add('credentials', () => this.credentials.failure());
  }

  /**
   * Resolves when the tables know all that is known now, however long they take: whoever gave up and opened them anew would begin at
   * their first record again. @throws Unavailable when a table is followed no more; the reason of `signal`
   */
  async credentialsKnown({ signal, waiting }: CredentialsWait = {}): Promise<void> {
    const stopped = abortOf(signal);
    for (;;) {
      try {
        await Promise.race([this.credentials.allCaughtUp(), stopped]);
        return waiting?.('credentials', null);
      } catch (error) {
        const comes = error instanceof Unavailable && this.credentials.failure() === null;
        if (!comes) throw error;
        this.log.warn(`cannot serve yet: ${error.message}`);
        waiting?.('credentials', error.message);
        await Promise.race([pause(AGAIN_MS), stopped]);
      }
    }
  }
}

/** Rejects when the signal aborts, with its reason. */
const abortOf = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, fail) => {
    const abort = (): void => fail(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
