import { readSettings, runMain, start } from '@parapet/chassis';
import { StandaloneModule } from './standalone.module';

runMain(() => start(StandaloneModule, readSettings(process.env)));
