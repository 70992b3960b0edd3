import { Button, ColorSwatch, Group } from '@mantine/core';
import type { IssueSummaryView } from '../api/generated/types.gen';
import { SEVERITIES, VERDICTS } from '../api/words';
import { capitalised } from '../components/capitalised';
import { number } from '../components/number';
import { SEVERITY_COLORS } from '../theme';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';

interface ChoicesProps {
  readonly search: IssuesSearch;
  readonly summary?: IssueSummaryView;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

/** Severities and verdicts, each with how many issues it would show; the one that is chosen lets go when it is pressed again. */
export function Choices({ search, summary, onChange }: ChoicesProps) {
  return (
    <>
      <Group gap={6} role="group" aria-label="Severity">
        {SEVERITIES.map((severity) => (
          <Choice
            key={severity}
            word={severity}
            color={SEVERITY_COLORS[severity]}
            count={summary?.by_severity[severity]}
            chosen={search.severity === severity}
            onChoose={(chosen) =>
              onChange((now) => ({ ...now, severity: chosen ? severity : undefined }))
            }
          />
        ))}
      </Group>
      <Group gap={6} role="group" aria-label="Verdict">
        {VERDICTS.map((verdict) => (
          <Choice
            key={verdict}
            word={verdict}
            count={summary?.by_verdict[verdict]}
            chosen={search.verdict === verdict}
            onChoose={(chosen) =>
              onChange((now) => ({ ...now, verdict: chosen ? verdict : undefined }))
            }
          />
        ))}
      </Group>
    </>
  );
}

interface ChoiceProps {
  readonly word: string;
  readonly color?: string;
  readonly count: number | undefined;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}

const Choice = ({ word, color, count, chosen, onChoose }: ChoiceProps) => (
  <Button
    size="compact-sm"
    variant={chosen ? 'filled' : 'default'}
    fw={chosen ? 600 : 400}
    aria-pressed={chosen}
    leftSection={color && <ColorSwatch color={`var(--mantine-color-${color}-6)`} size={10} />}
    onClick={() => onChoose(!chosen)}
  >
    {capitalised(word)}
    {count !== undefined && ` ${number(count)}`}
  </Button>
);
