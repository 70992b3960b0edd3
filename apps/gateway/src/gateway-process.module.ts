import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Background, Forwarding, Readiness, Settings, ThisProcess } from '@parapet/chassis';
import { GatewayModule } from './gateway.module';
import { Forwarder } from './proxy/forwarder';
import { Services } from './proxy/services';
import { PATIENCE } from './proxy/upstream';
import { WholeHouse } from './proxy/whole-house';

/** The gateway as a process of its own: what is not its own is forwarded to the services. */
@Global()
@Module({})
export class GatewayProcessModule {
  constructor(background: Background, services: Services) {
    background.add(services);
  }

  /** With other bounds of time than the usual ones. */
  static with(patience = PATIENCE): DynamicModule {
    const services = {
      provide: Services,
      useFactory: (settings: Settings) => new Services(settings, patience),
      inject: [Settings],
    };
    const forwarding = {
      provide: Forwarding,
      useFactory: (known: Services, readiness: Readiness, self: ThisProcess) =>
        new Forwarder(known, new WholeHouse(known, readiness, self), patience),
      inject: [Services, Readiness, ThisProcess],
    };
    return {
      module: GatewayProcessModule,
      imports: [GatewayModule],
      providers: [services, forwarding],
      exports: [Forwarding],
    };
  }
}
