import { Writable } from 'node:stream';
import { pinoTo, PinoLogger } from './pino-logger';

function logger(): {
  log: PinoLogger;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  let said = '';
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      said += chunk.toString();
      done();
    },
  });
  const lines = (): Record<string, unknown>[] =>
    said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log: new PinoLogger(pinoTo('info', sink)), lines, text: () => said };
}

test('a line is one JSON object with level, time and context', () => {
  const { log, lines } = logger();
  log.log('started', 'process');
  expect(lines()).toEqual([
    {
      ...{ level: 'info', time: expect.any(String) as string, service: 'parapet' },
      ...{ context: 'process', msg: 'started' },
    },
  ]);
});

test('what an agent sends cannot forge a line', () => {
  const { log, lines } = logger();
  log.warn('cmd\n{"level":"fatal","msg":"forged"}\u001b[2J', 'issues');
  expect(lines()).toHaveLength(1);
});

test('what a terminal obeys is escaped, and reads as it was', () => {
  const { log, lines, text } = logger();
  const hostile = '\u001b[2J\u007f\u0085\u009b31m\u2028\u2029\u202e\u2066\ufeff\r\n é💩';
  log.warn(hostile, 'issues');
  expect(lines()).toMatchObject([{ msg: hostile }]);
  expect(text()).toMatch(/^[\x20-\x7eé💩]*\n$/u);
});

test('secrets are not logged', () => {
  const { log, lines } = logger();
  log.error(
    { msg: 'failed', headers: { authorization: 'Bearer pp_u_x' }, token: 'pp_u_y' },
    'http',
  );
  expect(JSON.stringify(lines())).not.toContain('pp_u_');
});

test('a token or a secret that a message or a stack quotes is not logged', () => {
  const { log, lines } = logger();
  const [token, secret] = [`pp_u_${'7'.repeat(38)}`, `whsec_${'7/+'.repeat(14)}=`];
  log.error(new Error(`nobody has ${token}`), 'http');
  log.warn({ msg: `"${secret}" is wrong`, deep: { deeper: [token] } }, 'http');
  expect(lines()).toMatchObject([
    { err: { message: 'nobody has pp_u_…' } },
    { msg: '"whsec_…" is wrong', deep: { deeper: ['pp_u_…'] } },
  ]);
  expect(JSON.stringify(lines())).not.toMatch(/7777|7\/\+/);
});

test('an error keeps its stack, and a stack that Nest passes is a detail', () => {
  const { log, lines } = logger();
  log.error(new TypeError('broken'), 'a');
  log.error('broken', 'at here', 'b');
  expect(lines()).toMatchObject([
    { context: 'a', err: { message: 'broken', stack: expect.any(String) as string } },
    { context: 'b', msg: 'broken', detail: ['at here'] },
  ]);
});

test('what is less important than the level is left out', () => {
  const { log, lines } = logger();
  log.debug('little', 'x');
  log.verbose('less', 'x');
  log.fatal('much', 'x');
  expect(lines()).toMatchObject([{ level: 'fatal', msg: 'much' }]);
});
