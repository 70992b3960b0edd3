import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { CredentialTables } from '../auth/credential-tables';
import { Readiness } from './readiness';

/** Opens the tables of credentials and says when this process should get no traffic. */
@Injectable()
export class WellBeing implements OnModuleInit {
  private state: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly credentials: CredentialTables,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.credentials.open(this.log);
    this.readiness.add('process', () => (this.state === 'serving' ? null : this.state));
    this.readiness.add('log', () => this.log.ping().then(() => null));
    this.readiness.add('documents', () => this.store.ping().then(() => null));
    this.readiness.add('credentials', () => this.credentials.failure());
  }

  /** The tables know all that was known when the process started, consumers and background run. */
  async serving(): Promise<void> {
    await Promise.all([this.credentials.caughtUp('agents'), this.credentials.caughtUp('tokens')]);
    this.state = 'serving';
  }

  /** From now on traffic should go elsewhere. */
  stopping(): void {
    this.state = 'stopping';
  }
}
