import { Unavailable } from './errors';

/**
 * What newer code wrote, while versions are exchanged: taken for something else, or passed over, it would be lost to who reads it. So
 * consumers wait with it for code that knows it, and tables stop.
 */
export const newerFact = ({
  type,
  schema,
}: {
  readonly type: string;
  readonly schema: number;
}): Unavailable =>
  new Unavailable(
    `a fact ${type}, version ${schema}, is of a newer version of Parapet than this process: finish the upgrade`,
  );
