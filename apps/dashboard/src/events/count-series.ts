import { countSeries } from '../components/histogram/count-series';

/** What a histogram of events shows. */
export const COUNT_SERIES = countSeries('Events');
