import type { LoggerService, Type } from '@nestjs/common';
import type { ReadModel } from '@parapet/readmodel';
import type { Settings } from '../settings/settings.config';
import { systemClock } from './clock';
import { type House, openHouse } from './house';
import { makePino, PinoLogger } from './pino-logger';

/** The inside of a process that nobody can reach: projections only, no background work, no HTTP. */
export type Workshop = Omit<House, 'serve'>;

/** What a workshop is given in place of what it would open or say. */
export interface WorkshopGiven {
  readonly logger?: LoggerService;
  /** Documents to write into; closed with the workshop. Default: those of the settings. */
  readonly documents?: ReadModel;
  /** Reads the log beside the consumers of a running house (`ConsumeOptions.beside`). */
  readonly beside?: true;
  /** Ends the waiting for servers that are away. */
  readonly signal?: AbortSignal;
}

/** Opens a process for a rebuild. Nothing is consumed before `consume()`; reactors never are. */
export const startWithoutServing = (
  module: Type,
  settings: Settings,
  { logger = new PinoLogger(makePino(settings.logLevel)), ...given }: WorkshopGiven = {},
): Promise<Workshop> =>
  openHouse({
    ...{ modules: [module], settings, clock: systemClock, kinds: ['projection'] },
    ...{ logger, ...given },
  });
