import { text } from '../api/from-address';

/** The agent that was made in the first step. Its token is not here: it is shown once. */
export interface StartSearch {
  readonly agent?: string;
}

export const startSearch = ({ agent }: Record<string, unknown>): StartSearch => ({
  agent: text(agent),
});
