import { Seats, SEATS } from './seats';

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

test('a token has its share, and gets another seat for each that it gives back', () => {
  const seats = new Seats();
  const [give] = times(SEATS.ofOne, () => seats.take('token_1'));
  expect(() => seats.take('token_1')).toThrow('More than 16 streams are open with this token');
  seats.take('token_2');
  give?.();
  seats.take('token_1');
});

test('all together have no more than the process bears', () => {
  const seats = new Seats();
  const all = times(SEATS.all, (i) => seats.take(`token_${i}`));
  expect(() => seats.take('token_new')).toThrow('Too many streams are open');
  for (const give of all) give();
  expect(times(SEATS.all, (i) => seats.take(`token_${i}`))).toHaveLength(SEATS.all);
});
