import type { ProjectionProgress } from '@parapet/readmodel';
import type { Change, News } from './news';
import type { StreamTopic } from './place';

/** Who knows what there is to tell of one kind of noun. */
export interface Desk {
  readonly topic: StreamTopic;
  /** Of the projection that the API reads these nouns by: nothing is told before it can be read. */
  readonly progress: ProjectionProgress;
  /** What the changes are, as of now, in their order. @throws Unavailable */
  newsOf(changes: readonly Change[]): Promise<readonly News[]>;
  /** Waits and reads, all of it of documents of one generation. @throws Unavailable where that was not so: it is to be done again */
  inOneGeneration<T>(work: () => Promise<T>): Promise<T>;
}
