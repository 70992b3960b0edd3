import { Alert, Button, List } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import type { Outcome } from './change-many';
import classes from './ticked-bar.module.css';

type Failed = Outcome['failed'];
type FailedIssue = Failed[number]['issue'];

interface NotChangedProps {
  readonly words: string;
  readonly failed: Failed;
  readonly isAgain: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Which issues could not be changed, and why; they are changed again also where the list shows them no more. */
export const NotChanged = ({ words, failed, isAgain, onAgain, onClose }: NotChangedProps) => (
  <Alert
    color="red"
    role="alert"
    icon={<IconAlertCircle aria-hidden />}
    title={words}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    {eachOf(failed, ({ id, title }) => (
      <PageLink to="/issues/$issueId" params={{ issueId: id }} c="inherit">
        <PlainText>{title}</PlainText>
      </PageLink>
    ))}
    <Button size="xs" mt="xs" variant="default" loading={isAgain} onClick={onAgain}>
      Try again
    </Button>
  </Alert>
);

/** What became of issues whose list is no longer shown; what failed stays until somebody has seen it. */
export const tellElsewhere = (words: string, failed: Failed): void =>
  void notifications.show(
    failed.length === 0
      ? { color: 'teal', message: words }
      : {
          ...{ color: 'red', title: words, autoClose: false },
          message: eachOf(failed, ({ title }) => <PlainText>{title}</PlainText>),
        },
  );

const eachOf = (failed: Failed, named: (issue: FailedIssue) => ReactNode) => (
  <List size="sm" className={classes.failed}>
    {failed.map(({ issue, problem }) => (
      <List.Item key={issue.id}>
        {named(issue)}:{' '}
        <PlainText>{problem instanceof Error ? problem.message : String(problem)}</PlainText>
      </List.Item>
    ))}
  </List>
);
