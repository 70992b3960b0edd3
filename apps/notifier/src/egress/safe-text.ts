/** Control characters but tab and line ends, and what turns the direction of a text: terminals and logs would obey them. */
const COMMANDS = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
/** In one line besides what separates lines, and the marks that turn only what stands beside them. */
const NOT_IN_A_LINE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
const MESSAGE_CHARACTERS = 500;

/** A stranger's bytes as text that may be kept and shown: what is not UTF-8, and control characters, become U+FFFD. */
export const safeText = (bytes: Buffer): string =>
  bytes.toString('utf8').replace(COMMANDS, '\uFFFD');

/** One line of at most 500 characters of a message, in which a receiver may have a say (names in a certificate). */
export const safeLine = (message: string): string =>
  message.slice(0, MESSAGE_CHARACTERS).toWellFormed().replace(NOT_IN_A_LINE, ' ');
