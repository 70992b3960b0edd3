import { SettingsError } from './settings-error';
import type { SettingValues } from './settings.table';

type Rule = readonly [wrong: (v: SettingValues) => boolean, sentence: string];

const onKafka = (v: SettingValues): boolean => v.EVENT_LOG === 'kafka';

const RULES: readonly Rule[] = [
  [
    (v) => onKafka(v) !== (v.READ_MODEL === 'mongodb'),
    'EVENT_LOG and READ_MODEL must be embedded and embedded, or kafka and mongodb: processes that share a log share their documents.',
  ],
  [
    (v) => onKafka(v) && v.KAFKA_BROKERS === null,
    'KAFKA_BROKERS must be given with EVENT_LOG=kafka: host:port, several separated by commas.',
  ],
  [
    (v) => (v.KAFKA_USERNAME === null) !== (v.KAFKA_PASSWORD === null),
    'KAFKA_USERNAME and KAFKA_PASSWORD must be given together.',
  ],
  [
    (v) => v.READ_MODEL === 'mongodb' && v.MONGODB_URL === null,
    'MONGODB_URL must be given with READ_MODEL=mongodb: mongodb://host:port/database.',
  ],
  [
    (v) => onKafka(v) && v.SECRET_KEY === null,
    'SECRET_KEY must be given with EVENT_LOG=kafka, the same for every process; make one with: openssl rand -hex 32.',
  ],
  [
    (v) => onKafka(v) && v.ADMIN_TOKEN === null,
    'ADMIN_TOKEN must be given with EVENT_LOG=kafka, the same for every process; make one with: openssl rand -hex 24.',
  ],
];

/** Refuses settings that are right one by one but not together. @throws SettingsError naming all of them */
export function refuseMixture(values: SettingValues): void {
  const sentences = RULES.flatMap(([wrong, sentence]) => (wrong(values) ? [sentence] : []));
  if (sentences.length > 0) throw new SettingsError(sentences);
}
