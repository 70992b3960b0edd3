import { bounded } from '@parapet/contracts';

/** Controls (C0, C1), line separators, marks that turn the direction of what follows, and signs without width. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What an agent sent, bounded and fit for a title: what could forge a line or hide text is shown as a replacement character. */
export const plain = (text: string): string => bounded(text).replace(INVISIBLE, '\ufffd');
