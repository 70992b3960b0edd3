import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { IssueInFullView, ProposalView } from '../../api/generated/types.gen';
import { LeaveGuard } from '../../components/leave-guard';
import { PlainText } from '../../components/plain-text';
import { Refusal } from '../../components/refusal';
import { Choices } from './choices';
import { Matches } from './matches';
import type { Allow } from './use-allow';
import { type AllowDraft, useAllowDraft } from './use-allow-draft';
import { WhichPolicy } from './which-policy';
import classes from './allow.module.css';

interface AllowFormProps {
  readonly issue: IssueInFullView;
  readonly proposals: readonly [ProposalView, ...ProposalView[]];
  readonly allowing: Allow;
}

/** Chooses among proposals, names what is made of it, and shows what else it would be about. */
export function AllowForm({ issue, proposals, allowing }: AllowFormProps) {
  const [place, setPlace] = useState(0);
  const { label, policy: proposal } = proposals[place] ?? proposals[0];
  const draft = useAllowDraft(proposal);
  const { body, policy, dirty } = draft;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    allowing.mutate({ body, policy });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Choices proposals={proposals} place={place} onChoose={setPlace} />
        <Matches proposal={proposal} issueId={issue.id} />
        <WhichPolicy {...draft} />
        <Words {...draft} />
        <Meaning label={label} />
        {allowing.error && <Refusal problem={allowing.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={allowing.isPending}>
            {policy ? 'Extend the policy' : 'Create the policy'}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={dirty} />
    </form>
  );
}

const Words = ({ name, comment, policy, setName, setComment }: AllowDraft) => (
  <>
    {!policy && (
      <TextInput
        label="Name of the policy"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    )}
    <TextInput
      label="Comment of the rule"
      description="Why it is expected; may be left empty"
      maxLength={1000}
      value={comment}
      onChange={(event) => setComment(event.currentTarget.value)}
    />
  </>
);

const Meaning = ({ label }: { readonly label: string }) => (
  <Text size="sm" className={classes.title}>
    From now on this raises no issue, whichever process it is:{' '}
    <b>
      <PlainText>{label}</PlainText>
    </b>
    . Issues about it that are open or acknowledged are resolved. Policies that block still win.
  </Text>
);
