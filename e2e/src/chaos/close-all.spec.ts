import { closeAll } from './close-all';

test('one that cannot be closed leaves none of the others open', async () => {
  const closed: string[] = [];
  const closable = (name: string) => ({ close: async () => void closed.push(name) });
  const stuck = { close: () => Promise.reject(new Error('stuck')) };
  await expect(closeAll([closable('first'), stuck, closable('last')])).rejects.toThrow('stuck');
  expect(closed).toEqual(['last', 'first']);
});
