import { readSettings, runMain, start } from '@parapet/chassis';
import { StandaloneModule } from './standalone.module';

runMain(() =>
  start({ name: 'standalone', module: StandaloneModule, settings: readSettings(process.env) }),
);
