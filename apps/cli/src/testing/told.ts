import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestHouse } from '@parapet/chassis/testing';

/** A receiver of webhooks on the loopback, which counts what it is told. */
export interface Told {
  /** How often each `webhook-id` came. */
  readonly times: readonly number[];
  /** Resolves when so many different ones have come. */
  atLeast(count: number): Promise<void>;
  /** Has the house tell this receiver of issues. */
  by(house: Pick<TestHouse, 'inject' | 'adminToken'>): Promise<void>;
  close(): Promise<void>;
}

export async function openTold(): Promise<Told> {
  const ids = new Map<string, number>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    request.resume().on('end', () => {
      ids.set(id, (ids.get(id) ?? 0) + 1);
      response.end();
      for (const look of waiting) look();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get times() {
      return [...ids.values()];
    },
    atLeast: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (ids.size < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    by: async ({ inject, adminToken }) => {
      const answer = await inject({
        ...{ method: 'POST', url: '/v1/webhooks', payload: { url: `http://127.0.0.1:${port}/` } },
        headers: { authorization: `Bearer ${adminToken}` },
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
