import { request } from 'undici';
import { awake } from '../../../tools/test/awake.mjs';
import type { ServiceProcess } from './service-process';

/** One answer, and how long it took while this process ran (ms). */
export interface Timed {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  readonly ms: number;
}

/** Sends one request and takes the time. */
export async function timed(
  address: string,
  token: string,
  path: string,
  body?: object,
): Promise<Timed> {
  const { result, ms } = await awake(async () => {
    const answer = await request(address + path, {
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return { answer, text: await answer.body.text() };
  });
  const retryAfter = result.answer.headers['retry-after'];
  return {
    status: result.answer.statusCode,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    text: result.text,
    ms,
  };
}

/** Resident memory of a process, by its own numbers (MiB). */
export async function memoryOf(process: ServiceProcess): Promise<number> {
  const answer = await request(`${process.address}/metrics`);
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.body.text())?.[1];
  if (bytes === undefined) throw new Error(`${process.name} does not say how much memory it uses`);
  return Number(bytes) / 1_048_576;
}

/** The value that three quarters of the values do not exceed. */
export function upperQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.75)] ?? 0;
}
