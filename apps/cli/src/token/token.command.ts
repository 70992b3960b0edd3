import { randomUUID } from 'node:crypto';
import { PERMISSIONS } from '@parapet/contracts';
import { answer } from '../answer';
import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { IDS } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { allOf } from '../house/all-of';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { untilKnown } from '../house/until-known';
import { removeEach } from '../remove-each';
import { sayShownOnce } from '../shown-once';
import { tokenList, type TokenShown } from './token-text';

const create = command({
  ...{ call: 'create <name>', meaning: 'makes a token for a person or a program' },
  words: { name: { type: 'string', demandOption: true, describe: 'what it is for' } },
  options: {
    permission: {
      ...{ type: 'string', array: true, choices: PERMISSIONS },
      describe: 'what it may do, once for each; without any: what who asks may do',
    },
    'expires-at': { type: 'string', describe: 'until when, like 2099-01-01T00:00:00Z' },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ name, permission, 'expires-at': expires_at, json, ...at }, around) => {
    const asked = { name, permissions: permission, expires_at };
    const headers = { 'idempotency-key': randomUUID() };
    const request = { method: 'POST', headers, json: asked, has: 'token' } as const;
    const house = houseOf(at, around);
    const made = await untilKnown(() => house.read<TokenMade>('/v1/tokens', request));
    if (json) return around.terminal.out(JSON.stringify(made, null, 2));
    around.terminal.say(`${made.id} may do ${made.permissions.join(', ')}.`);
    sayShownOnce(around.terminal, made.token);
  },
});

const list = command({
  ...{ call: 'list', isDefault: true, meaning: 'tokens that have not been revoked' },
  options: { ...JSON_OPTION, ...HOUSE_OPTIONS },
  run: async ({ json, ...at }, around) => {
    const tokens = await allOf<TokenShown>(houseOf(at, around), '/v1/tokens');
    answer(around.terminal, tokens, json, tokenList);
  },
});

const revoke = command({
  ...{ call: 'revoke <ids..>', meaning: 'revokes them, at once and for ever' },
  words: IDS,
  options: { ...JSON_OPTION, ...HOUSE_OPTIONS },
  run: async ({ ids, json, ...at }, around) => {
    const pathOf = (id: string): string => `/v1/tokens/${encodeURIComponent(id)}`;
    const removal = { ids, pathOf, done: 'revoked', json } as const;
    return removeEach(houseOf(at, around), removal, around.terminal);
  },
});

interface TokenMade {
  readonly id: string;
  readonly token: string;
  readonly permissions: readonly string[];
}

/** Tokens of people and programs. */
export const tokenCommand = group('token', 'tokens of people and programs', [create, list, revoke]);
