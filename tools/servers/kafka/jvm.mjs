import { join } from 'node:path';

export const CLUSTER = 'MkU3OEVBNTcwNTJENDM2Qg';

/** Small and quick to start rather than fast in the long run. */
const quick = [
  '-Xms128m',
  '-Xmx512m',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
];

/** What stands before the class to run. `folder` has the settings of the logging; `archived` says which archive of classes to use or make. */
export const jvm = ({ folder, classpath, archived }) => [
  ...quick,
  ...archived,
  `-Dlog4j2.configurationFile=file:${join(folder, 'log4j2.properties')}`,
  ...['-cp', classpath],
];
