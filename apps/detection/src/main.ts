import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { DetectionModule } from './detection.module';

runMain(() =>
  start({ name: 'detection', module: DetectionModule, settings: readSettings(process.env) }),
);
