import { yamlLanguage } from '@codemirror/lang-yaml';

/** Whether a text of YAML has comments, which nothing but the text itself keeps. */
export function hasComments(text: string): boolean {
  const tree = yamlLanguage.parser.parse(text);
  let found = false;
  tree.iterate({ enter: ({ name }) => void (found ||= name === 'Comment') });
  return found;
}
