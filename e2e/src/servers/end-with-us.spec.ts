import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { holds } from '../house/eventually';
import { isRunning } from './running';

test('a process whose starter is killed with -9 ends too, unless it was taken back', async () => {
  const starter = spawn(process.execPath, [join(__dirname, 'starts-a-child.cjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(starter.stdout, 'data')) as [Buffer];
  const [guarded, takenBack] = JSON.parse(told.toString()) as [number, number];
  expect([guarded, takenBack].map(isRunning)).toEqual([true, true]);
  starter.kill('SIGKILL');
  await holds(() => expect(isRunning(guarded)).toBe(false));
  expect(isRunning(takenBack)).toBe(true);
  process.kill(takenBack, 'SIGKILL');
});
