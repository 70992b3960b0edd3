import { Button } from '@mantine/core';
import { isFiltered } from '../api/from-address';

interface ShowAllProps {
  readonly search: object;
  readonly onClick: () => void;
}

/** Takes all filters of a list away, where there are any. */
export const ShowAll = ({ search, onClick }: ShowAllProps) =>
  isFiltered(search) && (
    <Button variant="subtle" onClick={onClick}>
      Show all
    </Button>
  );
