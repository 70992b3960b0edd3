import { Alert, List } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import type { Outcome } from './change-many';
import classes from './ticked-bar.module.css';

interface NotChangedProps {
  readonly words: string;
  readonly failed: Outcome['failed'];
  readonly onClose: () => void;
}

/** Which issues could not be changed, and why. */
export const NotChanged = ({ words, failed, onClose }: NotChangedProps) => (
  <Alert
    color="red"
    role="alert"
    icon={<IconAlertCircle aria-hidden />}
    title={words}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    <List size="sm" className={classes.failed}>
      {failed.map(({ issue, problem }) => (
        <List.Item key={issue.id}>
          <PageLink to="/issues/$issueId" params={{ issueId: issue.id }} c="inherit">
            <PlainText>{issue.title}</PlainText>
          </PageLink>
          : <PlainText>{problem instanceof Error ? problem.message : String(problem)}</PlainText>
        </List.Item>
      ))}
    </List>
  </Alert>
);
