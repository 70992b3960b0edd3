import { recordedTerminal } from './testing/recorded-terminal';

test('what is piped on is the answer alone', () => {
  const { terminal, answer, said } = recordedTerminal();
  terminal.say('half');
  terminal.out('whole');
  expect([answer(), said()]).toEqual(['whole\n', 'half\n']);
});

test('a bar is drawn over itself, and what follows begins on a line of its own', () => {
  const { terminal, said } = recordedTerminal(true);
  terminal.draw?.('1 %');
  terminal.draw?.('2 %');
  terminal.say('done');
  expect(said()).toBe('\r\u001b[2K1 %\r\u001b[2K2 %\ndone\n');
});

test('where nobody watches nothing is drawn', () => {
  expect(recordedTerminal().terminal.draw).toBeUndefined();
});
