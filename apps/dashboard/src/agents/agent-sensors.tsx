import { Text } from '@mantine/core';
import type { SensorReportView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { PlainText } from '../components/plain-text';
import { type Column, Rows } from '../components/rows';
import { Section } from '../components/section';
import { TimeAgo } from '../components/time-ago';

const COLUMNS: readonly [Column<SensorReportView>, ...Column<SensorReportView>[]] = [
  { title: 'Sensor', cell: ({ sensor }) => (sensor === 'falco' ? 'Falco' : 'Tetragon') },
  { title: 'Last report', cell: ({ event }) => <PlainText>{event}</PlainText> },
  {
    title: 'What it said',
    cell: ({ message }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <PlainText>{message}</PlainText>
      </Text>
    ),
  },
  { title: 'Lost', cell: ({ lost }) => number(lost) },
  { title: 'When', cell: ({ reported_at }) => <TimeAgo at={reported_at} /> },
];

/** What the sensors of an agent last said of their own health. */
export const AgentSensors = ({ sensors }: { readonly sensors: readonly SensorReportView[] }) => (
  <Section title="Health of its sensors">
    <Rows label="Sensors" columns={COLUMNS} rows={sensors} keyOf={({ sensor }) => sensor} />
  </Section>
);
