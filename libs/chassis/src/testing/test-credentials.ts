import type { ReadModel } from '@parapet/readmodel';
import { ActivityTable } from '../auth/activity-table';
import { AgentHearings } from '../auth/agent-hearings';
import { AgentTable } from '../auth/agent-table';
import { CredentialTables, TokenTable } from '../auth/credential-tables';
import { SeenAgents } from '../auth/seen-agents';
import type { Settings } from '../settings/settings.config';
import { testSettings } from './test-settings';

/** The tables of credentials of another process over these documents; not opened yet. */
export function testCredentials(
  store: ReadModel,
  settings: Partial<Settings> = {},
): CredentialTables {
  const agents = new AgentTable();
  const activities = new ActivityTable(agents);
  const hearings = new AgentHearings(activities, testSettings(settings));
  const seen = new SeenAgents(agents, activities);
  return new CredentialTables(seen, new TokenTable(), store, hearings);
}

/** Ends that they follow the log. */
export const closed = async (credentials: CredentialTables): Promise<void> =>
  void (await Promise.all(credentials.all().map(({ table }) => table.close())));
