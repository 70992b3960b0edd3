import { Writable } from 'node:stream';
import { tokenDigest, TokenTable } from '@parapet/chassis';
import { testHouse } from '@parapet/chassis/testing';
import { DetectionModule } from '../detection.module';
import { ElsewhereModule } from '../testing/elsewhere';
import { occurred } from '../testing/facts';
import type { EventStream } from './event-stream';
import { Newsroom } from './newsroom';
import { placeId } from './place';
import { STREAM_TYPES } from './stream-types';

const MISSED = 150;
/** As long as a text of an issue may be, in letters of three bytes. */
const LONG = 'ლ'.repeat(512);
const details = { domain: 'x.com', process: LONG, command: LONG, path: LONG };

/** What a client has got that takes each piece when it has its turn, once `enough` says so or the stream is over. */
function taken(stream: EventStream, enough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const client = new Writable({
      write(piece: Buffer, _, done) {
        text += piece.toString();
        if (enough(text)) resolve(text);
        setImmediate(done);
      },
    });
    stream.once('close', () => resolve(text)).pipe(client);
  });
}

const countOf = (text: string): number => text.split('event: issue.created\n').length - 1;

test('rule 19: a client that takes what it is told is told all that it missed, however much that is', async () => {
  const house = await testHouse({ imports: [DetectionModule, ElsewhereModule] });
  for (let i = 1; i <= MISSED; i += 1) {
    const issue_id = `issue_${i}`;
    const fact = occurred('IssueCreated', { a: 1 }, { issue_id, details });
    await house.append('issues', issue_id, fact);
  }
  await house.settled();
  const tokenId = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken))?.id ?? '';
  const stream = await house.app.get(Newsroom).open({
    caller: { kind: 'user', tokenId, permissions: ['admin'] },
    types: STREAM_TYPES,
    lastId: placeId({ issues: [0, 0, 0], agents: [0, 0, 0], at: 0 }),
  });
  const text = await taken(stream, (got) => countOf(got) === MISSED);
  expect(countOf(text)).toBe(MISSED);
  await house.close();
});
