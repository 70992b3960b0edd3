import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { GatewayProcessModule } from './gateway-process.module';

runMain(() =>
  start({
    ...{ name: 'gateway', module: GatewayProcessModule.with() },
    ...{ settings: readSettings(process.env), keeps: false },
  }),
);
