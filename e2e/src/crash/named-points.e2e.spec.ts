import { play } from './round';

const OBSERVATIONS = 210;

describe('rule 22: killed at a named point, the house is exact afterwards', () => {
  test.concurrent.each([
    ['after-append:3'],
    ['after-insert:2'],
    ['after-reply:40'],
    ['between-consume-and-commit@detection.issues:2'],
    ['between-consume-and-commit@detection.issue-list:2'],
    ['between-consume-and-commit@notifier.transitions:1'],
    ['between-consume-and-commit@notifier.planner:1'],
    ['between-consume-and-commit@notifier.deliveries:2'],
    ['after-issues-append:1'],
    ['after-plan-append:1'],
    ['between-send-and-record:1'],
  ])('%s', (point) => play({ lives: [point], seed: 22, observations: OBSERVATIONS }));

  test.concurrent('at one point after the other, five lives in a row', () =>
    play({
      lives: [
        'after-append:2',
        'after-insert:2',
        'between-consume-and-commit@detection.issues:1',
        'between-send-and-record:1',
        'after-reply:10',
      ],
      seed: 23,
      observations: OBSERVATIONS,
    }),
  );
});
