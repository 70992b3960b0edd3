import { progressLine } from './progress-line';

test('shows how far all projections are, and which has most to do', () => {
  const steps = [
    { group: 'detection.issue-list', done: 10, total: 10 },
    { group: 'ingest.observations', done: 20, total: 50 },
  ];
  expect(progressLine(steps)).toBe(
    '[############............] 50 % (30 of 60 records, ingest.observations is at work)',
  );
});

test('is full when there is nothing to do', () => {
  expect(progressLine([])).toBe('[########################] 100 % (0 of 0 records)');
});
