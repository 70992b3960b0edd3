import { visible } from './visible';

/** JSON as people read it; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A text of many lines as it can be seen: JSON is indented, ends of lines stay, and whatever else would hide is shown. */
export const visibleLines = (text: string): string =>
  indented(text).split(/\r?\n/).map(visible).join('\n');
