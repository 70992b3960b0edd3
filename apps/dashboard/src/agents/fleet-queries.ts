import {
  listAgentsQueryKey,
  summariseAgentsQueryKey,
} from '../api/generated/@tanstack/react-query.gen';
import { queries } from '../api/queries';

/** Reads lists and counts of agents again, where they are shown: somebody changed the fleet here. */
export async function fleetChanged(): Promise<void> {
  const keys = [listAgentsQueryKey(), summariseAgentsQueryKey()];
  await Promise.all(keys.map(([{ _id }]) => queries.invalidateQueries({ queryKey: [{ _id }] })));
}
