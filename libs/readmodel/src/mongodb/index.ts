export { dropDatabase } from './drop-database';
export { openMongoReadModel } from './open-mongo-read-model';
export { MongoRefusal } from './what-failed';
export { wrongUrl } from './wrong-url';
