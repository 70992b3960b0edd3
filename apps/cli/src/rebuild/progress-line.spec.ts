import { farOf, progressLine } from './progress-line';

const STEPS = [
  { group: 'detection.issue-list', done: 10, total: 10 },
  { group: 'ingest.observations', done: 20, total: 50 },
];

test('shows how far all projections are, how long it may take, and which has most to do', () => {
  expect(progressLine(farOf(STEPS), 75)).toBe(
    '[############............] 50 % (30 of 60 records, 75 s left, ingest.observations is at work)',
  );
});

test.each([
  [119, '119 s left'],
  [150, '3 min left'],
  [7_140, '119 min left'],
  [7_500, '2 h 5 min left'],
])('%d seconds are told as %s', (seconds, text) => {
  expect(progressLine(farOf(STEPS), seconds)).toContain(text);
});

test('says when the time cannot be told yet', () => {
  expect(progressLine(farOf(STEPS), null)).toContain(
    '(30 of 60 records, time left unknown, ingest',
  );
});

test('is full when there is nothing to do', () => {
  expect(progressLine(farOf([]), null)).toBe('[########################] 100 % (0 of 0 records)');
});
