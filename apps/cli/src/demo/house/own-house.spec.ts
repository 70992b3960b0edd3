import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseClient } from '../../house/house-client';
import { startOwnHouse } from './own-house';

test('a house that keeps its data answers, and ends with the data left where it was told to be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-own-house-'));
  try {
    const house = await startOwnHouse(folder);
    expect(await houseClient(house).read('/v1/issues')).toMatchObject({ data: [] });
    await house.close();
    await expect(fetch(house.url)).rejects.toThrow();
    expect(existsSync(join(folder, 'log.sqlite'))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('of a house that was told its token, it is said how to play to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-own-house-'));
  try {
    await (await startOwnHouse(folder)).close();
    await rm(join(folder, 'admin-token'));
    await expect(startOwnHouse(folder)).rejects.toThrow(
      /has left no admin-token there \(ENOENT: .*\), .* name it with --url and PARAPET_TOKEN/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a house that cannot start says why', async () => {
  await expect(startOwnHouse('/dev/null/no-folder')).rejects.toThrow(
    /The house did not start:\n.*no-folder/s,
  );
});
