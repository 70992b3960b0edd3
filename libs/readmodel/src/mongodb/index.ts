export { dropDatabase } from './drop-database';
export { LEASE_MS } from './current-view';
export { MongoReadModel } from './mongo-read-model';
export { openMongoReadModel } from './open-mongo-read-model';
export type { MongoReadModelOptions } from './open-mongo-read-model';
export { wrongUrl } from './wrong-url';
