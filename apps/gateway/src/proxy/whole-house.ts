import {
  type AboutView,
  type Readiness,
  renderService,
  type ServiceView,
  type ThisProcess,
} from '@parapet/chassis';
import type { Services } from './services';

/** Knows how every process is that a gateway knows of. */
export class WholeHouse {
  constructor(
    private readonly services: Services,
    private readonly readiness: Readiness,
    private readonly self: ThisProcess,
  ) {}

  /** What one service said of the house, as JSON, with what this process knows of itself and of all services. */
  async completed(said: Buffer): Promise<Buffer> {
    const { storage } = JSON.parse(said.toString()) as AboutView;
    const about: AboutView = {
      ...{ version: this.self.version, started_at: this.self.startedAt },
      services: await this.states(),
      storage,
    };
    return Buffer.from(JSON.stringify(about));
  }

  private async states(): Promise<readonly ServiceView[]> {
    const [missing, others] = await Promise.all([this.readiness.missing(), this.services.states()]);
    return [renderService(this.self.name, missing), ...others];
  }
}
