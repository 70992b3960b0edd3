import type { TestHouse } from '@parapet/chassis/testing';

export const YAML = `name: Mirrors
type: allow
scope: global
rules:
  - pattern: "*.example.com"
    comment: ours
`;

export type Headers = Record<string, string>;

/** A body that is YAML. */
export const yaml = (payload: string, headers: Headers = {}) => ({
  headers: { 'content-type': 'application/yaml', ...headers },
  payload,
});

/** Asks of policies, as an administrator. @param house is called with each request: it may be opened later */
export function policyRequests(house: () => TestHouse) {
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) => {
    const { headers = {}, ...rest } = more as { headers?: Headers };
    return house().inject({
      method,
      url: `/v1/policies${path}`,
      headers: { authorization: `Bearer ${house().adminToken}`, ...headers },
      ...rest,
    });
  };
  const create = async (payload = YAML): Promise<string> =>
    (await ask('POST', '', yaml(payload))).json<{ id: string }>().id;
  return { ask, create };
}
