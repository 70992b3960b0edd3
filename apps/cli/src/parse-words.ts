import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Misuse } from './command';

/** Reads arguments. @throws Misuse for an option that does not exist or lacks its value */
export function parseWords<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // `TypeError [CODE]: Unknown option '--x'. To specify …`
    const [sentence = ''] = String(error)
      .replace(/^[^:]*: /, '')
      .split('. ');
    throw new Misuse(`${sentence}.`);
  }
}
