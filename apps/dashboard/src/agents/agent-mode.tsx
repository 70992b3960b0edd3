import { Radio, Stack } from '@mantine/core';
import { getAgentQueryKey, setAgentModeMutation } from '../api/generated/@tanstack/react-query.gen';
import type { AgentView } from '../api/generated/types.gen';
import { oneOf } from '../api/from-address';
import { queries } from '../api/queries';
import { useAction } from '../api/use-action';
import { ProblemAlert } from '../components/problem-alert';
import { Section } from '../components/section';
import { MODE_MEANINGS, MODES } from './agent-words';

interface AgentModeProps {
  readonly agent: AgentView;
  readonly mayChange: boolean;
}

/** Whether an agent only tells, or blocks, and what that means; switches when another is chosen. */
export function AgentMode({ agent: { id, mode }, mayChange }: AgentModeProps) {
  const path = { agent_id: id };
  const switching = useAction({
    ...setAgentModeMutation(),
    onSuccess: (agent) => queries.setQueryData(getAgentQueryKey({ path }), agent),
  });
  const choose = (value: string): void => {
    const wanted = oneOf(MODES, value);
    if (wanted) switching.mutate({ path, body: { mode: wanted } });
  };
  const shown = switching.isPending ? switching.variables.body.mode : mode;
  return (
    <Section title="Mode">
      <Radio.Group
        value={shown}
        onChange={choose}
        aria-label="Mode"
        aria-busy={switching.isPending}
      >
        <Stack gap="sm">
          {MODES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={one === 'detect' ? 'Detect' : 'Enforce'}
              description={MODE_MEANINGS[one]}
              disabled={!mayChange}
            />
          ))}
        </Stack>
      </Radio.Group>
      {switching.error && <ProblemAlert problem={switching.error} />}
    </Section>
  );
}
