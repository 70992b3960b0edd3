import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { StandaloneModule } from './standalone.module';

runMain(() =>
  start({
    ...{ name: 'standalone', module: StandaloneModule, isWhole: true },
    settings: readSettings(process.env),
  }),
);
