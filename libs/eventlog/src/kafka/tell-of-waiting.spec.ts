import { tellOfWaiting } from './tell-of-waiting';

const away = new Error('connect ECONNREFUSED');
const tooFew = Object.assign(new Error('Replication-factor is invalid'), {
  type: 'INVALID_REPLICATION_FACTOR',
});

/** The advice in each line that is logged of these errors. */
function said(errors: readonly Error[]): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  const warn = (line: { readonly look?: string }): number => lines.push(line.look);
  const tell = tellOfWaiting({ warn, error: warn });
  errors.forEach(tell);
  return lines;
}

test('a Kafka that is away is told of once, however long it is', () =>
  expect(said([away, away, away])).toEqual([undefined]));

test('what to look at is told of once, also where Kafka was away at first', () =>
  expect(said([away, tooFew, away, tooFew])).toEqual([
    undefined,
    expect.stringContaining('KAFKA_REPLICATION'),
  ]));
