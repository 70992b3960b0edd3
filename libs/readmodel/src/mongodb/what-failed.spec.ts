import { Resolver } from 'node:dns/promises';
import { Unavailable } from '@parapet/contracts';
import { type BulkWriteResult, MongoBulkWriteError, MongoServerError } from 'mongodb';
import { explained } from './what-failed';

/** A bulk of which some documents failed by these codes, as the driver says it: the code of the first stands for all. */
function bulkError(codes: readonly number[], unconfirmed = false): MongoBulkWriteError {
  const writeErrors = codes.map((code, index) => ({ code, index }));
  const result = { getWriteConcernError: () => (unconfirmed ? { code: 91 } : undefined) };
  const failed = { message: 'a bulk failed', code: codes[0] ?? 64 };
  const error = new MongoBulkWriteError(failed, result as unknown as BulkWriteResult);
  return Object.assign(error, { writeErrors });
}

const [EXISTS, STEPPED_DOWN, INVALID] = [11000, 10107, 121];

test.each([
  ['an id exists, and the server stepped down', bulkError([EXISTS, STEPPED_DOWN])],
  ['the server stepped down', bulkError([STEPPED_DOWN])],
  ['an id exists, and nobody confirmed the rest', bulkError([EXISTS], true)],
  ['nobody confirmed', bulkError([], true)],
])('rule 3: a bulk that waiting mends is not taken for a mistake: %s', (_, error) => {
  expect(explained(error)).toBeInstanceOf(Unavailable);
});

test('name servers that know no servers of mongodb+srv:// are waited for, as those of a host are', async () => {
  const servers = new Resolver();
  servers.setServers(['127.0.0.1:1']);
  const error = await servers.resolveSrv('_mongodb._tcp.db.example').catch((e: unknown) => e);
  expect(explained(error)).toBeInstanceOf(Unavailable);
  expect(String(explained(error))).toContain('The read model does not answer: querySrv ');
});

test.each([
  ['a document is invalid', bulkError([INVALID])],
  ['an id exists, and a document is invalid', bulkError([EXISTS, INVALID])],
])('a bulk that no waiting mends is a mistake: %s', (_, error) => {
  expect(explained(error)).toBe(error);
});

test.each([
  [18, 'Authentication failed.', 'MongoDB does not let this process in: look at user'],
  [13, 'not authorized on house', 'needs readWrite on its database (not authorized on house)'],
  [8000, 'bad auth : Authentication failed.', 'MongoDB does not let this process in: look at user'],
  [8000, 'user is not allowed to do action [insert] on [p.agents]', 'needs readWrite on its data'],
  [8000, 'you are over your space quota', 'The read model does not answer: you are over'],
])(
  'of a server that lets nobody in, or work, the setting is said, also of Atlas: %i, %s',
  (code, message, sentence) => {
    const told = explained(new MongoServerError({ code, message }));
    expect(told).toBeInstanceOf(Unavailable);
    expect(told).toHaveProperty('told', 'The read model does not answer');
    expect(String(told)).toContain(sentence);
  },
);
