import type { LoggerService } from '@nestjs/common';
import { plainLoggerAt } from './plain-logger';

let logger: LoggerService;
let said: string[];
beforeEach(async () => {
  said = [];
  logger = await plainLoggerAt({ say: (line) => void said.push(line) });
});

test.each([
  [
    'why, and of whom',
    { msg: 'the partition waits', group: 'issues', topic: 'observations', reason: 'no MongoDB' },
    'the partition waits: no MongoDB (group issues, topic observations)',
  ],
  [
    'why, and where',
    { msg: 'a record is parked', position: 'observations/3@17', reason: 'it has no body' },
    'a record is parked: it has no body (position observations/3@17)',
  ],
  [
    'what to look at',
    { msg: 'Kafka is not ready', err: new Error('closed'), look: 'is KAFKA_SSL right?' },
    'Kafka is not ready: closed; is KAFKA_SSL right?',
  ],
  ['what it has', { msg: 'it answers again' }, 'it answers again'],
  ['what is an error', new Error('a fault'), 'a fault'],
  ['what is a text', 'a sentence', 'a sentence'],
  ['what has no sentence', { left: 3 }, '{"left":3}'],
])('a warning tells %s', (_, message, text) => {
  logger.warn(message);
  expect(said).toEqual([`warning: ${text}`]);
});

test('what an agent has sent neither steers the terminal nor begins a line of its own', () => {
  logger.error({ msg: 'a record is parked', reason: 'it says \u001b[2J\nerror: forged' });
  expect(said).toEqual(['error: a record is parked: it says  [2J error: forged']);
});
