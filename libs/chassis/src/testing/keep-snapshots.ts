import type { INestApplicationContext } from '@nestjs/common';
import { CredentialTables } from '../auth/credential-tables';

/** Keeps what the tables of a process know by now, as the registry does once there is much to read. */
export async function keepSnapshots(app: INestApplicationContext): Promise<void> {
  const { agents, agentSnapshot, tokens, tokenSnapshot } = app.get(CredentialTables);
  await agents.caughtUp();
  await agentSnapshot.save(agents.contents());
  await tokens.caughtUp();
  await tokenSnapshot.save(tokens.contents());
}
