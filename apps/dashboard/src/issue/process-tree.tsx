import { Badge, Code, Group, Text } from '@mantine/core';
import type { IssueEventView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { type ProcessNode, processLine } from './process-line';
import classes from './issue.module.css';

/** The process of the newest observation that tells one, below those that started it. Nothing where none is told. */
export function ProcessTree({ evidence }: { readonly evidence: readonly IssueEventView[] }) {
  const line = evidence
    .map(({ metadata }) => processLine(metadata))
    .find(({ length }) => length > 0);
  const [first, ...others] = line ?? [];
  if (!first) return null;
  return (
    <Section title="Process tree">
      <Descent node={first} below={others} />
    </Section>
  );
}

interface DescentProps {
  readonly node: ProcessNode;
  readonly below: readonly ProcessNode[];
}

function Descent({ node, below: [next, ...others] }: DescentProps) {
  return (
    <ul className={classes.descent}>
      <li>
        <Process node={node} isLast={!next} />
        {next && <Descent node={next} below={others} />}
      </li>
    </ul>
  );
}

interface ProcessProps {
  readonly node: ProcessNode;
  readonly isLast: boolean;
}

function Process({ node: { name, pid, user, command, cwd }, isLast }: ProcessProps) {
  return (
    <>
      <Group gap="xs">
        <Text ff="monospace" size="sm" fw={isLast ? 700 : 400} className={classes.wrapped}>
          <PlainText>{name}</PlainText>
        </Text>
        {pid !== undefined && <Mark>{`pid ${pid}`}</Mark>}
        {user !== undefined && <Mark>{`user ${user}`}</Mark>}
        {cwd !== undefined && <Mark>{`in ${cwd}`}</Mark>}
      </Group>
      {command !== undefined && (
        <Code block mt={4} className={classes.command}>
          <PlainText>{command}</PlainText>
        </Code>
      )}
    </>
  );
}

const Mark = ({ children }: { readonly children: string }) => (
  <Badge variant="default" size="sm" tt="none" maw="100%">
    <PlainText>{children}</PlainText>
  </Badge>
);
