import { Checkbox, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { IssueStatusBody, IssueView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import type { Status } from '../../api/words';
import { issuesWords, number } from '../../components/number';
import { giveStatus, readListsAgain } from '../../issue/status/change-status';
import { DeedButtons } from '../../issue/status/deed-buttons';
import { deedsFor, deedsForAny } from '../../issue/status/deeds';
import { stillTheirs } from '../../session/session';
import { changeMany, type Named, type Outcome } from './change-many';
import { NotChanged, tellElsewhere } from './not-changed';
import { outcomeWords } from './outcome-words';
import classes from './ticked-bar.module.css';
import type { Ticks } from './use-ticks';

interface Last extends Outcome {
  readonly words: string;
  readonly body: IssueStatusBody;
}

interface TickedBarProps {
  readonly issues: readonly IssueView[];
  readonly ticks: Ticks;
}

/** Ticks all issues that are shown, and does with those that are ticked what can be done with one. */
export function TickedBar({ issues, ticks }: TickedBarProps) {
  const [last, setLast] = useState<Last>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const ticked = issues.filter(({ id }) => ticks.ids.has(id));
  const meant = (status: Status): IssueView[] =>
    ticked.filter((issue) => deedsFor(issue.status).some((deed) => deed.status === status));
  /** Answers which of them could not be changed. */
  const changeThese = async (these: readonly Named[], body: IssueStatusBody): Promise<string[]> => {
    const isTheirs = stillTheirs();
    const outcome = await changeMany(these, (id) => giveStatus(id, body));
    const { done, failed } = outcome;
    const words = outcomeWords(done, failed.length, body.status);
    if (isShown.current) setLast({ ...outcome, words, body });
    else if (isTheirs()) tellElsewhere(words, failed);
    readListsAgain();
    return failed.map(({ issue }) => issue.id);
  };
  const change = async (body: IssueStatusBody): Promise<void> =>
    ticks.tickOnly(await changeThese(meant(body.status), body));
  const again = useAction({
    mutationFn: async ({ failed, body }: Last) => {
      const these = failed.map(({ issue }) => issue);
      const left = await changeThese(these, body);
      // What was ticked meanwhile stays so.
      for (const { id } of these) if (!left.includes(id)) ticks.tick(id, false);
    },
  });
  return (
    <div className={classes.bar} data-ticked={ticked.length > 0 || undefined}>
      <Group gap="xs" mih={40} px={12}>
        {issues.length > 0 && <TickAll issues={issues} ticks={ticks} count={ticked.length} />}
        <DeedButtons
          deeds={deedsForAny(ticked.map(({ status }) => status))}
          about={(status) => issuesWords(meant(status).length)}
          change={change}
          size="xs"
        />
        <Text size="sm" role="status" ml="auto">
          {ticked.length === 0 && last?.failed.length === 0 && last.words}
        </Text>
      </Group>
      {last && last.failed.length > 0 && (
        <NotChanged
          {...last}
          isAgain={again.isPending}
          onAgain={() => again.mutate(last)}
          onClose={() => setLast(undefined)}
        />
      )}
    </div>
  );
}

const TickAll = ({ issues, ticks, count }: TickedBarProps & { readonly count: number }) => (
  <Checkbox
    label={count === 0 ? 'All that are shown' : `${number(count)} ticked`}
    aria-label="All that are shown"
    checked={count === issues.length}
    indeterminate={count > 0 && count < issues.length}
    onChange={({ currentTarget: { checked } }) =>
      ticks.tickOnly(checked ? issues.map(({ id }) => id) : [])
    }
  />
);
