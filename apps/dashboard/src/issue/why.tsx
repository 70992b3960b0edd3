import { Code, Text } from '@mantine/core';
import type { IssueInFullView } from '../api/generated/types.gen';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { useMay } from '../session/session';
import { reasonWords } from './reason-words';
import classes from './issue.module.css';

type Reason = IssueInFullView['why'];

/** Why this is an issue: the rule that decided, or that none did. */
export const Why = ({ issue: { why, status } }: { readonly issue: IssueInFullView }) => (
  <Section title="Why">
    <Text size="sm" className={classes.wrapped}>
      {why.policy ? (
        <ByPolicy policy={why.policy} />
      ) : (
        <PlainText>{reasonWords(why.reason, status)}</PlainText>
      )}
    </Text>
  </Section>
);

function ByPolicy({ policy }: { readonly policy: NonNullable<Reason['policy']> }) {
  const may = useMay('policies:read');
  const { id, version, type, pattern } = policy;
  const name = <PlainText>{policy.name ?? id}</PlainText>;
  return (
    <>
      The rule{' '}
      <Code>
        <PlainText>{pattern}</PlainText>
      </Code>{' '}
      of the policy{' '}
      {may ? (
        <PageLink to="/policies/$policyId" params={{ policyId: id }}>
          {name}
        </PageLink>
      ) : (
        name
      )}{' '}
      (version {version}) {type === 'block' ? 'forbids' : 'allows'} it.
    </>
  );
}
