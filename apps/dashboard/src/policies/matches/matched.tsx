import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PolicyDocumentView } from '../../api/generated/types.gen';
import { documentOf } from '../policy-yaml';
import { matchOptions } from './match-options';
import { matchedWords } from './matched-words';

/** How much of what was seen a policy is about, in a sentence; nothing until that is known. */
export function Matched({ policy }: { readonly policy: PolicyDocumentView }) {
  const { data } = useQuery(matchOptions(documentOf(policy)));
  return <Text size="sm">{data && matchedWords(data)}</Text>;
}
