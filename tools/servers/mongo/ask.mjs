import { command } from './wire.mjs';

/** @returns whether the server answers a ping */
export async function mongoAnswers(host, port) {
  await command(host, port, { ping: 1, $db: 'admin' });
  return true;
}

/** A real write and its reading back, and what the server calls itself. @throws when the write does not hold */
export async function smokeTest(host, port) {
  const $db = `parapet_smoke_${process.pid}`;
  const documents = [{ _id: 'a', value: 1 }];
  await command(host, port, { insert: 'smoke', documents, $db });
  const { cursor } = await command(host, port, { find: 'smoke', filter: { _id: 'a' }, $db });
  await command(host, port, { dropDatabase: 1, $db });
  if (cursor.firstBatch[0]?.value !== 1) throw new Error('what was written cannot be read back');
  const { version } = await command(host, port, { buildInfo: 1, $db: 'admin' });
  return version;
}
