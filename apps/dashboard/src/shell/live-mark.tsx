import { Badge } from '@mantine/core';
import { useLiveState } from '../live/live';
import classes from './shell.module.css';

const WORDS = {
  live: { label: 'Live', color: 'teal' },
  connecting: { label: 'Connecting…', color: 'yellow' },
  'not allowed': { label: 'Not live', color: 'gray.6' },
  'signed out': { label: 'Signed out', color: 'red' },
} as const;

/** Whether what is shown is the present. */
export function LiveMark() {
  const { label, color } = WORDS[useLiveState()];
  return (
    <Badge variant="dot" color={color} role="status" tt="none" className={classes.mark}>
      {label}
    </Badge>
  );
}
