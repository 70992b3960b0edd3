import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  /** What is known: a word for it, and what it is. What is undefined or empty is left out. */
  readonly facts: readonly (readonly [string, ReactNode])[];
}

/** What is known of one thing, one below the other. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={classes.facts}>
    {facts.map(([label, value]) =>
      value === undefined || value === '' ? null : (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ),
    )}
  </dl>
);
