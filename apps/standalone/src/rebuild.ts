import { readSettings, rebuild, runMain } from '@parapet/chassis';
import { progressLine } from './progress-line';
import { StandaloneModule } from './standalone.module';

runMain(async () => {
  const settings = readSettings(process.env);
  const began = performance.now();
  await rebuild(StandaloneModule, settings, (projections) => {
    process.stderr.write(`${progressLine(projections)}\n`);
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`All read models are made again from the log, in ${seconds} s\n`);
});
