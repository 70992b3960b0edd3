import { Misuse, type Surroundings } from '../surroundings';
import { type HouseClient, houseClient } from './house-client';

const DEFAULT_URL = 'http://localhost:8080';

/** Of every command that asks the API: where it answers, and who asks. */
export const HOUSE_OPTIONS = {
  url: {
    type: 'string',
    describe: `where the house answers: PARAPET_URL, or else ${DEFAULT_URL}`,
  },
  token: {
    type: 'string',
    describe: 'who asks: PARAPET_TOKEN, which others on this machine do not see',
  },
} as const;

/** The house that a command is meant for. @throws Misuse when it is not said well where it is, or who asks */
export function houseOf(
  args: { readonly url?: string | undefined; readonly token?: string | undefined },
  { env }: Pick<Surroundings, 'env'>,
): HouseClient {
  const url = args.url ?? (env['PARAPET_URL'] || DEFAULT_URL);
  const token = (args.token ?? env['PARAPET_TOKEN'] ?? '').trim();
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Misuse(`${url} is no address of a house: write it like ${DEFAULT_URL}.`);
  const { origin, pathname } = address;
  // Not shown: a password may stand in it.
  if (address.href !== new URL(pathname, origin).href)
    throw new Misuse(
      `The address of a house has no name, password or query in it: write it like ${DEFAULT_URL}. The token says who asks.`,
    );
  if (/\/v1\/*$/.test(pathname))
    throw new Misuse(`The address of a house ends before /v1: write it like ${DEFAULT_URL}.`);
  // Blanks within: what a house takes as ADMIN_TOKEN.
  if (!/^[ -~]+$/.test(token))
    throw new Misuse(
      'Who asks? Set PARAPET_TOKEN to a token: the first start of a house writes one to admin-token in its data directory.',
    );
  return houseClient({ url: address.href.replace(/\/+$/, ''), token });
}
