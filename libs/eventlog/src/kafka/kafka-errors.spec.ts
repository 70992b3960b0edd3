import { Unavailable } from '@parapet/contracts';
import { KafkaJSConnectionError } from 'kafkajs';
import {
  asUnavailable,
  isForbidden,
  isMovedLeader,
  isNoMember,
  isSilence,
  isWrong,
  topicsRefused,
  typeOf,
} from './kafka-errors';
import { errorOfCode } from './wire/error-of-code';

const NOT_LEADER = 6;
const TOO_LARGE = 10;
const ILLEGAL_GENERATION = 22;
const [REVOKED, GROUP_REVOKED] = [29, 30];
const ALREADY_EXISTS = 36;
const TOO_FEW_BROKERS = 38;

/** An error as kafkajs throws it; its types know less than its code. */
const named = (name: string, cause?: Error) =>
  Object.assign(new Error('from kafkajs', { cause }), { name });

const wrapped = (cause: Error | undefined) => new Error('outer', { cause });

describe('errors of Kafka', () => {
  it('rule 3: a Kafka that does not answer, or not yet, is Unavailable, also where kafkajs calls that hopeless', () => {
    const refused = new KafkaJSConnectionError('refused');
    const hopeless = named('KafkaJSNonRetriableError', refused);
    for (const error of [refused, hopeless, errorOfCode(NOT_LEADER)])
      expect(asUnavailable(error)).toBeInstanceOf(Unavailable);
    expect(asUnavailable(hopeless)).toMatchObject({
      message: 'Kafka is away: refused',
      told: 'Kafka is away',
    });
    expect([isSilence(hopeless), isSilence(errorOfCode(NOT_LEADER))]).toEqual([true, false]);
  });

  it('rule 3: a request that is wrong, and a bug of ours, are not', () => {
    const bug = new TypeError('no such thing');
    expect(asUnavailable(bug)).toBe(bug);
    expect(asUnavailable(errorOfCode(TOO_LARGE))).not.toBeInstanceOf(Unavailable);
    expect(isWrong(wrapped(errorOfCode(TOO_LARGE)))).toBe(true);
  });

  it('rule 3: a permission that was taken away may be given back, and is no bug', () => {
    for (const code of [REVOKED, GROUP_REVOKED]) {
      const error = asUnavailable(errorOfCode(code));
      expect(error).toBeInstanceOf(Unavailable);
      expect(error).toMatchObject({ message: expect.stringContaining('KAFKA_USERNAME') });
      expect([isForbidden(error), isWrong(error)]).toEqual([true, true]);
    }
    expect(isForbidden(errorOfCode(TOO_LARGE))).toBe(false);
  });

  it('of several topics at once are as bad as the worst of them: one that may not be created is not waited for', () => {
    const several = (...codes: number[]) => {
      const errors = codes.map((code) =>
        Object.assign(errorOfCode(code) ?? {}, { topic: 'issues' }),
      );
      return Object.assign(new Error('several'), { name: 'KafkaJSAggregateError', errors });
    };
    const refused = several(ALREADY_EXISTS, TOO_FEW_BROKERS, REVOKED);
    expect(isWrong(refused)).toBe(true);
    expect(topicsRefused(refused)).toMatch(
      /KAFKA_USERNAME needs Create, .*; topics cannot be created: issues: [^;]*; issues: [^;]*$/,
    );
    const tooEarly = several(ALREADY_EXISTS, TOO_FEW_BROKERS);
    expect(typeOf(tooEarly)).toBe('INVALID_REPLICATION_FACTOR');
    expect(asUnavailable(tooEarly)).toBeInstanceOf(Unavailable);
  });

  it('are told apart however deep they are wrapped', () => {
    expect(isMovedLeader(wrapped(errorOfCode(NOT_LEADER)))).toBe(true);
    expect(isNoMember(wrapped(wrapped(errorOfCode(ILLEGAL_GENERATION))))).toBe(true);
    expect(errorOfCode(0)).toBeUndefined();
  });
});
