import { queries } from '../api/queries';

/** Whether something that was asked for is being done, also before the page is drawn with it: a key may be pressed sooner. */
export const isDoing = (): boolean => queries.isMutating() > 0;
