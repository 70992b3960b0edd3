import { Box, Text, ThemeIcon } from '@mantine/core';
import {
  IconCheck,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconRotateClockwise,
  IconUserCheck,
} from '@tabler/icons-react';
import type { IssueInFullView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { TimeAgo } from '../components/time-ago';
import { Changer } from '../components/changer';
import { type Step, stepsOf } from './steps';
import classes from './issue.module.css';

const DEEDS = {
  raised: { title: 'Raised', icon: IconFlag },
  seen: { title: 'Last reported', icon: IconEye },
  open: { title: 'Opened again', icon: IconRotateClockwise },
  acknowledged: { title: 'Acknowledged', icon: IconUserCheck },
  resolved: { title: 'Resolved', icon: IconCheck },
  ignored: { title: 'Ignored', icon: IconEyeOff },
} as const;

/** What happened to the issue, by whom and why, newest first. */
export const Timeline = ({ issue }: { readonly issue: IssueInFullView }) => (
  <Section title="Timeline">
    <ol className={classes.timeline}>
      {stepsOf(issue).map((step) => {
        const { title, icon: Icon } = DEEDS[step.what];
        return (
          <li key={`${step.at} ${step.what}`} className={classes.step}>
            <ThemeIcon variant="default" radius="xl" size={24}>
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <Box miw={0}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Account step={step} />
            </Box>
          </li>
        );
      })}
    </ol>
  </Section>
);

function Account({ step: { at, what, by, reason, until } }: { readonly step: Step }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        <TimeAgo at={at} />
        {by !== null && (
          <>
            {' '}
            by <Changer id={by} />
          </>
        )}
        {what === 'open' && by === null && ' by a new observation'}
        {until !== null && (
          <>
            , until <TimeAgo at={until} />
          </>
        )}
      </Text>
      {reason !== null && (
        <Text size="sm" className={classes.wrapped}>
          <PlainText>{reason}</PlainText>
        </Text>
      )}
    </>
  );
}
