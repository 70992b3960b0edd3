import { Logger } from '@nestjs/common';
import { HealthNews } from './health-news';

const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
beforeEach(() => warn.mockClear());
afterAll(() => warn.mockRestore());

const drop = { sensor: 'falco', event: 'syscall event drop', message: 'm', lost: 1 } as const;

test('what a sensor tells again and again is said once a minute, with how often it was not', () => {
  const news = new HealthNews();
  for (let i = 0; i < 10_000; i += 1) news.tell({ ...drop, agent_id: 'agent_1' }, i);
  news.tell({ ...drop, agent_id: 'agent_1' }, 60_000);
  expect(warn.mock.calls).toEqual([
    [{ ...drop, agent_id: 'agent_1', unsaid: 0, msg: 'a sensor tells of its own health' }],
    [{ ...drop, agent_id: 'agent_1', unsaid: 9_999, msg: 'a sensor tells of its own health' }],
  ]);
});

test('what others tell is said at once, another sensor of the same agent among them', () => {
  const news = new HealthNews();
  news.tell({ ...drop, agent_id: 'agent_1' }, 0);
  news.tell({ ...drop, agent_id: 'agent_2' }, 0);
  news.tell({ ...drop, agent_id: 'agent_1', sensor: 'tetragon' }, 0);
  expect(warn).toHaveBeenCalledTimes(3);
});

test('of more agents than are remembered those are forgotten of whom nothing was said for longest', () => {
  const news = new HealthNews();
  for (let i = 0; i <= 10_000; i += 1) news.tell({ ...drop, agent_id: `agent_${i}` }, i);
  warn.mockClear();
  news.tell({ ...drop, agent_id: 'agent_10000' }, 10_001);
  expect(warn).not.toHaveBeenCalled();
  news.tell({ ...drop, agent_id: 'agent_0' }, 10_001);
  expect(warn).toHaveBeenCalledTimes(1);
});
