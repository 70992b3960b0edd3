import { Injectable } from '@nestjs/common';
import { Readiness } from './readiness';

/** Where this process is in its life, as far as traffic is concerned. */
@Injectable()
export class WellBeing {
  private state: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(readiness: Readiness) {
    readiness.add('process', () => (this.state === 'serving' ? null : this.state));
  }

  /** Everything that serves has been started. */
  serving(): void {
    this.state = 'serving';
  }

  /** From now on traffic should go elsewhere. */
  stopping(): void {
    this.state = 'stopping';
  }
}
