import { shared } from './suite-setup';

/** Ends the houses that the whole run shared. @throws when one of them ended by itself. */
export default async function teardown(): Promise<void> {
  await Promise.all(shared.map((house) => house.close()));
}
