import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, runMain, startWithoutServing } from '@parapet/chassis';
import { createOpenApi } from '@parapet/chassis/openapi';
import { StandaloneModule } from './standalone.module';

/** The committed document. `--check` compares, anything else writes. */
const FILE = join(__dirname, '../../gateway/openapi.json');

runMain(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parapet-openapi-'));
  const env = { DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:8080', LOG_LEVEL: 'warn' };
  const house = await startWithoutServing(StandaloneModule, readSettings(env));
  try {
    const made = `${JSON.stringify(createOpenApi(house.app), null, 2)}\n`;
    if (!process.argv.includes('--check')) writeFileSync(FILE, made);
    else if (readFileSync(FILE, 'utf8') !== made)
      throw new Error('apps/gateway/openapi.json is not what the code says: run npm run openapi');
  } finally {
    await house.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
