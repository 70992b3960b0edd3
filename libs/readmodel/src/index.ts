export { collection } from './collection';
export type { Collection, Document, Index, Scalar } from './collection';
export { generationOf, inOneGeneration } from './one-generation';
export { PROJECTION_PROGRESS, ProjectionProgress } from './projection-progress';
export { ReadModel } from './read-model';
export type { Change, ClaimQuery, Generations, PageQuery, TallyQuery, Written } from './read-model';
export { EmbeddedReadModel } from './embedded/embedded-read-model';
export { openEmbeddedReadModel } from './embedded/open-embedded-read-model';
export { ReadModelModule } from './read-model.module';
