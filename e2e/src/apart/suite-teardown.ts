import { removeStorage } from './remove-storage';
import { shared } from './suite-setup';

/** Ends the deployment that the whole run shared. @throws when one of its processes ended by itself. */
export default async function teardown(): Promise<void> {
  try {
    await shared.deployment?.close();
  } finally {
    if (shared.storage) await removeStorage(shared.storage);
  }
}
