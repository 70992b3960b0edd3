import { Unavailable } from '@parapet/contracts';
import { Breaker } from './breaker';

/** A breaker whose probes come when the test says so, and a Kafka that answers when it says so. */
function broken() {
  const kafka = { answers: false, probes: 0, why: 'no answer' };
  let next = Promise.withResolvers<void>();
  const changes: (string | undefined)[] = [];
  const probe = async (): Promise<void> => {
    kafka.probes += 1;
    if (!kafka.answers) throw new Unavailable(kafka.why);
  };
  const clock = { patienceMs: 5, backoff: () => ({ wait: () => next.promise }) };
  const breaker = new Breaker(probe, (away) => changes.push(away), clock);
  const tick = async (): Promise<void> => {
    const { resolve } = next;
    next = Promise.withResolvers();
    resolve();
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
  };
  return { breaker, kafka, changes, tick };
}

const hangs = () => new Promise<never>(() => undefined);

describe('Breaker', () => {
  it('rule 3: gives up on the first request after its patience, and refuses all others at once', async () => {
    const { breaker } = broken();
    await expect(breaker.guard('an append', hangs)).rejects.toThrow(
      new Unavailable('Kafka is away: an append took longer than 5 ms'),
    );
    const work = jest.fn(async () => 1);
    const refused = breaker.guard('an append', work);
    await expect(refused).rejects.toBeInstanceOf(Unavailable);
    await expect(refused).rejects.toMatchObject({ told: 'Kafka is away' });
    expect(work).not.toHaveBeenCalled();
  });

  it('asks in the background until there is an answer, then lets requests through again', async () => {
    const { breaker, kafka, changes, tick } = broken();
    breaker.trip('silence');
    await tick();
    await tick();
    expect(() => breaker.check()).toThrow('no answer');
    kafka.answers = true;
    await tick();
    expect(kafka.probes).toBe(3);
    expect(await breaker.guard('a question', async () => 7)).toBe(7);
    expect(changes).toEqual(['silence', 'no answer', undefined]);
  });

  it('says why it refuses by what its last probe met, each reason once an outage', async () => {
    const { breaker, kafka, changes, tick } = broken();
    breaker.trip('a connection broke');
    for (const why of ['not let in', 'no answer', 'not let in']) {
      kafka.why = why;
      await tick();
      expect(() => breaker.check()).toThrow(why);
    }
    expect(changes).toEqual(['a connection broke', 'not let in', 'no answer']);
  });

  it('rule 3: one partition that is not ready does not close the log for the others', async () => {
    const { breaker, changes } = broken();
    const notReady = async () => {
      throw new Unavailable('Kafka is away: policies/0 has no leader');
    };
    await expect(breaker.guard('an append', notReady)).rejects.toThrow(Unavailable);
    expect(await breaker.guard('an append', async () => 7)).toBe(7);
    expect(changes).toEqual([]);
  });

  it('lets what is wrong with a request through without breaking', async () => {
    const { breaker } = broken();
    const wrong = async () => {
      throw new TypeError('a bug');
    };
    await expect(breaker.guard('an append', wrong)).rejects.toThrow(TypeError);
    expect(() => breaker.check()).not.toThrow();
  });

  it('tells who waits when it is mended, aborted or closed', async () => {
    const { breaker, kafka, tick } = broken();
    const { signal } = new AbortController();
    await breaker.mended(signal);
    breaker.trip('silence');
    const stop = new AbortController();
    const [mended, aborted] = [breaker.mended(signal), breaker.mended(stop.signal)];
    stop.abort();
    await aborted;
    kafka.answers = true;
    await tick();
    await mended;
    breaker.trip('silence again');
    const closed = breaker.mended(signal);
    breaker.close();
    await closed;
    expect(kafka.probes).toBe(1);
  });
});
