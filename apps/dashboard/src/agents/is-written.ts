import { visible } from '../components/visible';

/** As it is seen: blanks beside each other are one, and so is a letter, whatever it is made of. */
const asSeen = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether somebody wrote the name that they see, as it is or as it is shown: pages show many blanks as one. */
export const isWritten = (name: string, written: string): boolean =>
  [name, visible(name)].some((one) => asSeen(one) === asSeen(written));
