import { Group, Select } from '@mantine/core';
import { houseNow } from '../api/house-clock';
import { fromField, LAST_MOMENT, lastMs, PERIODS, toField } from './period';
import { WrittenInput } from './written-input';

/** ISO; the first exclusive, the last inclusive. */
interface Period {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

interface PeriodFilterProps {
  readonly period: Period;
  readonly onChange: (change: Period) => void;
}

/** When something happened: one of the usual periods up to now, or between two times. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps) {
  const choose = (label: string | null): void => {
    const chosen = PERIODS.find((one) => one.label === label);
    onChange({ since: undefined, until: undefined, ...(chosen && lastMs(chosen.ms, houseNow())) });
  };
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Period"
        placeholder={period.since || period.until ? 'Between two times' : 'All time'}
        w={{ base: '100%', xs: 150 }}
        data={[...PERIODS.map(({ label }) => label), 'All time']}
        value={null}
        onChange={choose}
      />
      <Moment label="After" time={period.since} onChange={(since) => onChange({ since })} />
      <Moment label="Until" time={period.until} onChange={(until) => onChange({ until })} />
    </Group>
  );
}

interface MomentProps {
  readonly label: string;
  readonly time: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

const Moment = ({ label, time, onChange }: MomentProps) => (
  <WrittenInput
    label={label}
    type="datetime-local"
    max={LAST_MOMENT}
    w={{ base: '100%', xs: 190 }}
    value={toField(time)}
    onChange={(field) => onChange(fromField(field))}
  />
);
