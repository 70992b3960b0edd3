import { SEVERITIES, type Severity } from '../api/words';
import { capitalised } from '../components/capitalised';
import type { Series } from '../components/histogram/buckets';
import { SEVERITY_COLORS } from '../theme';

/** The worst stand on top of the others. */
export const SEVERITY_SERIES: readonly Series<Severity>[] = SEVERITIES.map((key) => ({
  ...{ key, label: capitalised(key) },
  color: `${SEVERITY_COLORS[key]}.6`,
})).reverse();
