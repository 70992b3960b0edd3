import { mayNotWrite, WritePermits } from './write-permits';
import { errorOfCode } from './wire/error-of-code';

const [TOO_LARGE, FORBIDDEN] = [10, 29].map((code) => errorOfCode(code) as Error) as [Error, Error];

const refused = {
  topic: 'issues',
  base: undefined,
  failure: mayNotWrite('x.issues', FORBIDDEN),
} as const;
const written = { topic: 'issues', base: 7, failure: undefined } as const;

afterEach(() => jest.restoreAllMocks());

describe('topics that Kafka does not let a process write to', () => {
  const said: [string, string | undefined][] = [];
  const permits = () => new WritePermits((...what) => said.push(what));
  beforeEach(() => said.splice(0));

  it('are told once, until one can be written to again', () => {
    const known = permits();
    for (const part of [refused, refused, written, written]) known.heard(part);
    expect(said).toEqual([
      ['issues', expect.stringContaining('topic x.issues')],
      ['issues', undefined],
    ]);
    expect(() => known.check()).not.toThrow();
  });

  it('are missing for a while after each refusal: who is not ready is asked for nothing that would find out', () => {
    const known = permits();
    known.heard(refused);
    expect(() => known.check()).toThrow('Write');
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 11_000);
    expect(() => known.check()).not.toThrow();
    known.heard(refused);
    expect(() => known.check()).toThrow('Write');
  });

  it('are not those that refuse what is wrong', () => {
    const known = permits();
    known.heard({ ...refused, failure: TOO_LARGE });
    expect(said).toEqual([]);
    expect(() => known.check()).not.toThrow();
  });
});
