import { recordedTerminal } from '../testing/recorded-terminal';
import { sendLine, sendProgress } from './send-progress';

test.each([
  [{ sent: 0, total: 400, lines: 0, seconds: 0 }, '[........................] 0 % (0 lines)'],
  [
    { sent: 100, total: 400, lines: 10, seconds: 2 },
    '[######..................] 25 % (10 lines, 5 a second, 6 s left)',
  ],
  [
    { sent: 400, total: 400, lines: 40, seconds: 8 },
    '[########################] 100 % (40 lines, 5 a second)',
  ],
])('%j is drawn as %s', (far, line) => expect(sendLine(far)).toBe(line));

test('it is drawn ten times a second at most, and at the end', () => {
  let time = 1_000;
  const { terminal, said } = recordedTerminal({ isTTY: true });
  const progress = sendProgress(100, { terminal, now: () => time });
  for (let n = 1; n <= 100; n += 1, time += 10) progress(1, n);
  expect(said().match(/%/g)).toHaveLength(11);
  expect(said()).toContain('100 % (100 lines');
});

test('nothing is drawn where nobody watches, or the end is not known', () => {
  const { terminal, said } = recordedTerminal();
  sendProgress(100, { terminal, now: () => 0 })(100, 1);
  const watched = recordedTerminal({ isTTY: true });
  sendProgress(undefined, { terminal: watched.terminal, now: () => 0 })(100, 1);
  expect([said(), watched.said()]).toEqual(['', '']);
});
