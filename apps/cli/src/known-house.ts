import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '@parapet/chassis';

/**
 * The settings, unless they are those of no house: called in another folder, or in a shell that lacks what the services are told, a
 * command would make an empty house and say that all is well in it. Whether there is one in a Kafka is found when its log is opened.
 * @throws Error with a sentence
 */
export function ofKnownHouse(settings: Settings): Settings {
  const { eventLog, dataDir } = settings;
  if (eventLog === 'kafka' || existsSync(join(dataDir, 'log.sqlite'))) return settings;
  throw new Error(
    `There is no house in ${dataDir}: set DATA_DIR, or EVENT_LOG=kafka and what goes with it, as it is set for the services.`,
  );
}
