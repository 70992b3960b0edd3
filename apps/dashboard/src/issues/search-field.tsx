import { IconSearch } from '@tabler/icons-react';
import { WrittenInput } from '../components/written-input';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';

/** What the API takes. */
const LONGEST = 128;

interface SearchFieldProps {
  readonly search: IssuesSearch;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

/** Finds issues by a part of what their rows say. */
export const SearchField = ({ search, onChange }: SearchFieldProps) => (
  <WrittenInput
    aria-label="Search issues"
    placeholder="Search"
    leftSection={<IconSearch size={14} aria-hidden />}
    size="xs"
    w={{ base: '100%', xs: 180 }}
    maxLength={LONGEST}
    value={search.search ?? ''}
    onChange={(written) => onChange((now) => ({ ...now, search: written || undefined }))}
  />
);
