import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { RegistryModule } from './registry.module';

runMain(() =>
  start({ name: 'registry', module: RegistryModule, settings: readSettings(process.env) }),
);
