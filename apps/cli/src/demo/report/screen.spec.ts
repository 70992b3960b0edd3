import { recordedTerminal } from '../../testing/recorded-terminal';
import { barText, screenOn } from './screen';

const at = Date.parse('2026-03-03T14:05:00Z');

test('the bar says the time of the day, how far it is, and fits into 80 columns', () => {
  const text = barText({ sent: 1_999, total: 2_000, at });
  expect(text).toMatch(/^ {2}14:05 \u2588{30} {2}99% {2}1999 of 2000 sent$/);
  expect(text.length).toBeLessThan(80);
});

test('a line stands above the bar, and the bar below it', () => {
  const { terminal, said } = recordedTerminal({ isTTY: true });
  const screen = screenOn(terminal, () => 0);
  screen.line('before');
  screen.day({ sent: 0, total: 2, at });
  screen.line('meanwhile');
  screen.dayIsOver();
  screen.line('after');
  const bar = barText({ sent: 0, total: 2, at });
  const anew = '\r\u001b[2K';
  expect(said()).toBe(`before\n${anew}${bar}${anew}meanwhile\n${bar}\n\nafter\n`);
});

test('the bar is not drawn oftener than a person can read, but at the end', () => {
  const { terminal, said } = recordedTerminal({ isTTY: true });
  let now = 0;
  const screen = screenOn(terminal, () => now++);
  for (let sent = 1; sent <= 100; sent++) screen.day({ sent, total: 100, at });
  expect(said().split('sent').length - 1).toBe(3);
  expect(said()).toContain('100 of 100 sent');
});

test('where nobody watches, lines are lines and no bar is drawn', () => {
  const { terminal, said } = recordedTerminal({ isTTY: false });
  const screen = screenOn(terminal, () => 0);
  screen.day({ sent: 1, total: 2, at });
  screen.line('meanwhile');
  screen.dayIsOver();
  expect(said()).toBe('meanwhile\n');
});
