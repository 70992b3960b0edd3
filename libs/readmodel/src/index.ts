export { collection } from './collection';
export type { Collection, Document, Index, Scalar } from './collection';
export { PROJECTION_PROGRESS, ProjectionProgress } from './projection-progress';
export { ReadModel } from './read-model';
export type { Change, ClaimQuery, PageQuery, Written } from './read-model';
