import type { Client } from '../house/client';

/** What a house has answered since it was started, by its own count. */
export interface Answered {
  readonly all: number;
  /** Lines of /metrics with a status of 500 and more. */
  readonly faults: readonly string[];
}

/** Reads the counts of requests from /metrics. */
export async function answered(client: Client): Promise<Answered> {
  const { text } = await client.get('/metrics');
  const counts = text.match(/^parapet_http_request_duration_seconds_count\{.*$/gm) ?? [];
  const all = counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return { all, faults: counts.filter((line) => /status="5/.test(line)) };
}
