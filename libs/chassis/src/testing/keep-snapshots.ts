import type { INestApplicationContext } from '@nestjs/common';
import { CredentialTables } from '../auth/credential-tables';

/** Keeps what the tables of a process know by now, as the registry does once there is much to read. */
export async function keepSnapshots(app: INestApplicationContext): Promise<void> {
  for (const { table, snapshot } of app.get(CredentialTables).all()) {
    await table.caughtUp();
    await snapshot.save(table.contents());
  }
}
