export { dropDatabase } from './drop-database';
export { openMongoReadModel } from './open-mongo-read-model';
export { wrongUrl } from './wrong-url';
