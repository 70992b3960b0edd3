import type { MicroContext, Severity } from '@parapet/contracts';
import type { Colour } from '../surroundings';

export const SEVERITY_COLOURS: Readonly<Record<Severity, Colour>> = {
  ...{ critical: 'red', high: 'yellow', medium: 'cyan', low: 'dim' },
};

/** Where an issue is, as its agent says; empty where that is not known. */
export const placeOf = ({ cluster, node }: MicroContext): string =>
  [cluster, node].filter(Boolean).join('/');
