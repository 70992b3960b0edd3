import type { AddressInfo } from 'node:net';
import type { TestHouse } from '@parapet/chassis/testing';
import type { Surroundings } from '../surroundings';
import { call, type Called } from './call';
import type { Screen } from './recorded-terminal';

/** Calls `parapet` with the address of a house and a token in its environment. */
export type Caller = (
  args: readonly string[],
  around?: Partial<Surroundings>,
  screen?: Screen,
) => Promise<Called>;

/** Lets this house answer on the loopback too. @returns what calls it, as an admin */
export async function openToCallers({ app, adminToken }: TestHouse): Promise<Caller> {
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const env = { PARAPET_URL: `http://127.0.0.1:${port}`, PARAPET_TOKEN: adminToken };
  const settings = (): never => {
    throw new Error('who asks the API needs no settings of the services');
  };
  return (args, around = {}, screen = {}) => call(args, { env, settings, ...around }, screen);
}
