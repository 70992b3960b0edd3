import { Logger } from '@nestjs/common';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { dataFile } from '../settings/data-folder';
import { SettingsError } from '../settings/settings-error';
import { inDataFolder } from './in-data-folder';
import { orSettingsError } from './or-settings-error';
import type { StorageOptions } from './storage';
import { FILES } from './storage-bytes';

const logger = new Logger('documents');
const storeLogger = {
  warn: (fields: object, msg: string): void => logger.warn({ ...fields, msg }),
};

/** Opens the documents that the settings name. Drivers of servers are loaded only where they are used. @throws SettingsError */
export async function openDocuments(options: StorageOptions): Promise<ReadModel> {
  const { settings, clock, documents, expires = false, onLost, signal } = options;
  const now = (): number => clock.now();
  if (documents) return documents;
  if (options.inMemory) return openEmbeddedReadModel({ path: ':memory:', now, expires });
  if (settings.mongodbUrl !== null) {
    const { MongoRefusal, openMongoReadModel, wrongUrl } =
      await import('@parapet/readmodel/mongodb');
    const wrong = wrongUrl(settings.mongodbUrl);
    if (wrong !== null) throw new SettingsError([`MONGODB_URL cannot be used: ${wrong}.`]);
    const opening = openMongoReadModel({
      ...{ url: settings.mongodbUrl, now, expires, logger: storeLogger },
      ...(signal && { signal }),
    });
    return orSettingsError(opening, (error) => error instanceof MongoRefusal);
  }
  const path = dataFile(settings.dataDir, FILES.documents);
  return inDataFolder(
    openEmbeddedReadModel({ path, now, expires, ...(onLost && { onFatal: onLost }) }),
  );
}
