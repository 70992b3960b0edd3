import { appendFile, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { connection, newAgent } from '../house/actors';
import { startChild } from '../house/child';
import { eventually } from '../house/eventually';
import { openOwnHouse } from '../house/house';

const CLI = 'apps/cli/dist/main.js';

test('what a sensor appends to its file is sent by `tail -f | parapet send` and shown by `parapet tail`', async () => {
  const house = await openOwnHouse();
  const { token } = await newAgent(house.admin);
  const file = join(house.dataDir, 'sensor.ndjson');
  await writeFile(file, '');
  const at = { PARAPET_URL: house.baseUrl };
  const shown = startChild(
    CLI,
    { ...at, PARAPET_TOKEN: house.adminToken },
    [],
    [...['tail', '--count', '2']],
  );
  await eventually(() => shown.output().includes('Listening'));
  const piped = `exec tail -n +1 -f "$0" | "$1" ${CLI} send`;
  const env = { ...process.env, ...at, PARAPET_TOKEN: token };
  const sending = spawn('sh', ['-c', piped, file, process.execPath], { env, detached: true });
  try {
    await appendFile(file, `${JSON.stringify(connection('first.tail.example'))}\n`);
    await eventually(() => shown.output().includes('first.tail.example'));
    await appendFile(file, `${JSON.stringify(connection('second.tail.example'))}\n`);
    await eventually(() => shown.output().includes('second.tail.example'));
    expect(await shown.gone).toBe(0);
  } finally {
    if (sending.pid !== undefined) process.kill(-sending.pid, 'SIGKILL');
  }
});
