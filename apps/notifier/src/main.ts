import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { NotifierModule } from './notifier.module';

runMain(() =>
  start({ name: 'notifier', module: NotifierModule, settings: readSettings(process.env) }),
);
