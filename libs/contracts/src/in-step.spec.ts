import { everyInStep, inStep } from './in-step';

describe('inStep', () => {
  it.each([
    [10_000, 1_000, 1_000],
    [10_250, 1_000, 750],
    [10_250, 500, 250],
    [10_990, 1_000, 1_010],
  ])('at %d ms something of every %d ms is due in %d', (now, everyMs, rest) => {
    jest.spyOn(performance, 'now').mockReturnValue(now);
    expect(inStep(everyMs)).toBe(rest);
    jest.restoreAllMocks();
  });
});

describe('everyInStep', () => {
  afterEach(() => jest.useRealTimers());

  it('works at each whole multiple, until it is ended', () => {
    jest.useFakeTimers({ now: 0 });
    const at: number[] = [];
    const end = everyInStep(100, () => at.push(performance.now()));
    jest.advanceTimersByTime(350);
    end();
    jest.advanceTimersByTime(350);
    expect(at).toEqual([100, 200, 300]);
  });
});
