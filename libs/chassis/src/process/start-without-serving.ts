import type { Type } from '@nestjs/common';
import type { Settings } from '../settings/settings.config';
import { systemClock } from './clock';
import { type House, openHouse } from './house';
import { makePino, PinoLogger } from './pino-logger';

/** The inside of a process that nobody can reach: projections only, no background work, no HTTP. */
export type Workshop = Omit<House, 'serve'>;

/** Opens a process for a rebuild. Nothing is consumed before `consume()`; reactors never are. */
export const startWithoutServing = (module: Type, settings: Settings): Promise<Workshop> =>
  openHouse({
    ...{ modules: [module], settings, clock: systemClock, kinds: ['projection'] },
    logger: new PinoLogger(makePino(settings.logLevel)),
  });
