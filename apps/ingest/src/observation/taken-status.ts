import type { Taken } from './observation-intake';

/** The part of a Fastify reply that the routes of observations use. */
export interface Reply {
  readonly request: { readonly headers: { readonly 'idempotency-key'?: string } };
  status(code: number): { send(body: object): unknown };
}

/** 201 for an observation that is new, 202 for one that was there already. */
export const statusOf = ({ status }: Taken): number => (status === 'created' ? 201 : 202);
