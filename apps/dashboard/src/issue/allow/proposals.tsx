import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { proposePoliciesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { IssueInFullView } from '../../api/generated/types.gen';
import { ProblemAlert } from '../../components/problem-alert';
import { AllowForm } from './allow-form';
import type { Allow } from './use-allow';

interface ProposalsProps {
  readonly issue: IssueInFullView;
  readonly allowing: Allow;
}

/** Asks what could be allowed, and lets choose; where nothing can, it says why. */
export function Proposals({ issue, allowing }: ProposalsProps) {
  const asked = proposePoliciesOptions({ path: { issue_id: issue.id } });
  // A policy that was made meanwhile may forbid what was proposed before.
  const { data, error } = useQuery({ ...asked, staleTime: 0 });
  if (error && !data) return <ProblemAlert problem={error} />;
  const [first, ...others] = data?.proposals ?? [];
  if (!first)
    return (
      <Stack aria-busy>
        <Skeleton h={120} />
        <Skeleton h={200} />
      </Stack>
    );
  return (
    <Stack>
      {error && <ProblemAlert problem={error} />}
      <AllowForm issue={issue} proposals={[first, ...others]} allowing={allowing} />
    </Stack>
  );
}
