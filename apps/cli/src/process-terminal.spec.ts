import { processTerminal } from './process-terminal';
import { recordedTerminal } from './testing/recorded-terminal';

test('what is piped on is the answer alone', () => {
  const { terminal, answer, said } = recordedTerminal();
  terminal.say('half');
  terminal.out('whole');
  expect([answer(), said()]).toEqual(['whole\n', 'half\n']);
});

test('a bar is drawn over itself, and what follows begins on a line of its own', () => {
  const { terminal, said } = recordedTerminal({ isTTY: true });
  terminal.draw?.('1 %');
  terminal.draw?.('2 %');
  terminal.say('done');
  expect(said()).toBe('\r\u001b[2K1 %\r\u001b[2K2 %\ndone\n');
});

test.each([
  [10, '[####....]'],
  [9, '[####....'],
  [0, '[####....] 50 % (1 of 2)'],
])(
  'a bar in a window of %i columns is one line, for two could not be drawn over',
  (columns, bar) => {
    let said = '';
    const stderr = { write: (text: string) => (said += text), isTTY: true, columns };
    const streams = { stdin: process.stdin, stdout: stderr, stderr, env: {} };
    processTerminal(streams).draw?.('a line that stays\n[####....] 50 % (1 of 2)');
    expect(said).toBe(`\r\u001b[2Ka line that stays\n${bar}`);
  },
);

test('where nobody watches nothing is drawn', () => {
  expect(recordedTerminal().terminal.draw).toBeUndefined();
});

test('a person is asked on a line of its own, and the line that is typed is the answer', async () => {
  const { terminal, said } = recordedTerminal({ isTTY: true, typed: 'yes\nno\n' });
  terminal.draw?.('1 %');
  expect(await terminal.ask?.('Shall I? ')).toBe('yes');
  expect(said()).toBe('\r\u001b[2K1 %\nShall I? ');
});

test('who types no more has said nothing', async () => {
  expect(await recordedTerminal({ isTTY: true }).terminal.ask?.('Shall I? ')).toBe('');
});

test('where nobody sits nothing is asked, and there are no colours', () => {
  const { ask, paint } = recordedTerminal().terminal;
  expect([ask, paint('red', 'a')]).toEqual([undefined, 'a']);
});

test('a person sees colours, unless NO_COLOR says otherwise', () => {
  const stream = { write: () => true, isTTY: true };
  const streams = { stdin: process.stdin, stdout: stream, stderr: stream };
  expect(processTerminal({ ...streams, env: {} }).paint('red', 'a')).toBe('\u001b[31ma\u001b[39m');
  expect(processTerminal({ ...streams, env: { NO_COLOR: '1' } }).paint('red', 'a')).toBe('a');
});
