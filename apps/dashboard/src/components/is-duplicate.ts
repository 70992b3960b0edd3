/** Whether a tag is there already. What differs in capitals alone is another cluster, or label: Mantine by itself lets it vanish. */
export const isDuplicate = (tag: string, tags: readonly string[]): boolean => tags.includes(tag);
