import { Unavailable } from '@parapet/contracts';
import { openMongoReadModel } from './open-mongo-read-model';
import { mongoUrl } from './testing/fresh-database';

test('a login that is refused is not waited for as a database that is away: it ends the start, and the setting is named', async () => {
  const url = new URL(mongoUrl());
  [url.username, url.password] = ['nobody', 'hunter2'];
  const said: string[] = [];
  const logger = { warn: (_: object, message: string) => void said.push(message) };
  const opening = openMongoReadModel({ url: String(url), logger });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Unavailable);
  expect(String(error)).toMatch(
    /^MongoRefusal: MongoDB does not let this process in: .* in MONGODB_URL \(/,
  );
  expect(String(error)).not.toContain('hunter2');
  expect(said).toEqual([]);
});
