import { Seats } from './seats';

const PLAN = { what: 'streams', all: 5, ofOne: 2 };
async function* pieces(): AsyncGenerator<string> {
  yield* ['a', 'b', 'c'];
}

test('a token has its share, and gets another seat for each that it gives back', () => {
  const seats = new Seats(PLAN);
  const [give] = [seats.take('token_1'), seats.take('token_1')];
  expect(() => seats.take('token_1')).toThrow('More than 2 streams are open with this token');
  seats.take('token_2');
  give();
  seats.take('token_1');
});

test('all together have no more than the process bears', () => {
  const seats = new Seats(PLAN);
  const all = [1, 2, 3, 4, 5].map((i) => seats.take(`token_${i}`));
  expect(() => seats.take('token_6')).toThrow('Too many streams are open');
  for (const give of all) give();
  seats.take('token_6');
});

test('an answer in pieces has a seat from the first to the last, or until nobody wants more', async () => {
  const seats = new Seats({ ...PLAN, ofOne: 1 });
  const read = seats.during('token_1', pieces());
  expect(await read.next()).toEqual({ done: false, value: 'a' });
  await expect(seats.during('token_1', pieces()).next()).rejects.toThrow('More than 1 streams');
  await read.return(undefined);
  const whole: string[] = [];
  for await (const piece of seats.during('token_1', pieces())) whole.push(piece);
  expect(whole.join('')).toBe('abc');
  expect((await seats.during('token_1', pieces()).next()).value).toBe('a');
});
