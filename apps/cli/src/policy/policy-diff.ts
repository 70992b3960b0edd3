import type { PolicyDocument } from '@parapet/contracts';
import { documentOf, policyYaml } from '@parapet/registry';
import { structuredPatch } from 'diff';
import { plain } from '../plain-text';
import type { Colour, Terminal } from '../surroundings';
import type { Step } from './plan-policies';

const textOf = (document: PolicyDocument | undefined): string =>
  document ? policyYaml(documentOf(document)) : '';

const COLOURS: Readonly<Record<string, Colour>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** What a step changes, as a unified diff of the YAML that the house shows; nothing for one that keeps what is there. */
export function policyDiff(step: Step, { paint }: Pick<Terminal, 'paint'>): string[] {
  if (step.kind === 'keep') return [];
  const now = step.kind === 'create' ? undefined : step.now;
  const next = step.kind === 'delete' ? undefined : step.file;
  const { hunks } = structuredPatch('', '', textOf(now), textOf(next?.document));
  return [
    paint('bold', `--- ${now ? `${now.id}, version ${now.version}` : '(no policy of this name)'}`),
    paint('bold', `+++ ${next ? next.path : '(deleted)'}`),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].map((line) => {
        const colour = COLOURS[line.charAt(0)];
        return colour ? paint(colour, plain(line)) : plain(line);
      }),
    ),
    '',
  ];
}
