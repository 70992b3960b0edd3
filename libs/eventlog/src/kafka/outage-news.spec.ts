import { OutageNews } from './outage-news';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function news() {
  const told: (string | undefined)[] = [];
  return { news: new OutageNews((away) => told.push(away)), told };
}

test('a Kafka without a quorum, which answers some questions and others not, is told of once', () => {
  const { news: outage, told } = news();
  for (let turn = 0; turn < 20; turn++) {
    outage.hear('no answer');
    jest.advanceTimersByTime(100);
    outage.hear(undefined);
    jest.advanceTimersByTime(2_900);
  }
  expect(told).toEqual(['no answer']);
  jest.advanceTimersByTime(100);
  expect(told).toEqual(['no answer', undefined]);
});

test('each reason of an outage is told once, and in the next one again', () => {
  const { news: outage, told } = news();
  for (const away of ['a', 'b', 'a', undefined]) outage.hear(away);
  jest.advanceTimersByTime(3_000);
  outage.hear('a');
  expect(told).toEqual(['a', 'b', undefined, 'a']);
});

test('once it is closed nothing more is told', () => {
  const { news: outage, told } = news();
  outage.hear('a');
  outage.hear(undefined);
  outage.close();
  jest.advanceTimersByTime(10_000);
  expect(told).toEqual(['a']);
});
