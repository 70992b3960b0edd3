import { LookTimes } from './look-times';

describe('LookTimes', () => {
  let now: number;
  let looks: LookTimes;
  beforeEach(() => {
    now = 100_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    looks = new LookTimes();
  });
  afterEach(() => jest.restoreAllMocks());

  it('looks at once, and once a second where nothing waits', () => {
    expect(looks.isTime()).toBe(true);
    looks.looked(Infinity);
    expect(looks.restMs()).toBe(1_000);
  });

  it('looks again when that is due which is due next, be it sooner', () => {
    looks.looked(400);
    expect(looks.restMs()).toBe(401);
    now += 401;
    expect(looks.isTime()).toBe(true);
  });

  it('what is due very soon waits until a look may follow', () => {
    looks.looked(3);
    expect(looks.restMs()).toBe(251);
  });

  it('what is due and has to wait for a place is looked for once a second', () => {
    looks.looked(-5);
    expect(looks.restMs()).toBe(1_000);
  });

  it('who comes to rest when a look is overdue does not rest', () => {
    looks.looked(300);
    now += 320;
    expect(looks.restMs()).toBe(0);
  });

  it('who is rung too soon for a look looks as soon as one may follow', () => {
    looks.looked(Infinity);
    now += 100;
    expect(looks.isTime()).toBe(false);
    expect(looks.restMs()).toBe(151);
    now += 151;
    expect(looks.isTime()).toBe(true);
  });
});
