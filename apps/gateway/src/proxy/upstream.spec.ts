import type { ServerResponse } from 'node:http';
import { Setting } from '../testing/setting';
import { type Asker, PATIENCE, Upstream } from './upstream';

const setting = new Setting();
afterEach(async () => {
  jest.restoreAllMocks();
  await setting.end();
});

test('who was being served for long and asks again elsewhere has all its patience for its turn there', async () => {
  const cutting = await setting.service('cutting', (request) => request.socket.destroy());
  const full = Promise.withResolvers<void>();
  const inHand: ServerResponse[] = [];
  const busy = await setting.service('busy', (_, response) => {
    if (inHand.push(response) === 32) full.resolve();
    if (inHand.length > 32) response.end();
  });
  const [first, second] = [cutting, busy].map(({ url }) => new Upstream(url, PATIENCE, true));
  const left = new AbortController();
  const options = { method: 'GET', path: '/', signal: left.signal } as const;
  const asker = (): Asker => ({ waited: 0, name: () => 'a', answered: () => undefined });
  const others = Array.from({ length: 32 }, () => second?.request(options, asker()));
  await full.promise;

  const one = asker();
  const clock = jest.spyOn(performance, 'now');
  const began = performance.now();
  const cut = first?.request(options, one);
  clock.mockImplementation(() => began + PATIENCE.turn + 1);
  await expect(cut).rejects.toThrow();
  const again = second?.request(options, one);
  inHand[0]?.end();
  await (await others[0])?.body.dump();
  await expect(again).resolves.toMatchObject({ statusCode: 200 });

  left.abort();
  await Promise.allSettled(others);
  await Promise.all([first?.close(), second?.close()]);
});
