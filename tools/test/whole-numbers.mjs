import { parseArgs } from 'node:util';

/**
 * Reads options that are whole numbers from 1 on: `--rounds 100`. A mistake ends the process with 2 and a sentence.
 * @param usual what each is where it is not given, by name
 * @returns their texts by name
 */
export function wholeNumbers(usual) {
  const options = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, { type: 'string', default: value }]),
  );
  try {
    const { values } = parseArgs({ options });
    for (const [name, value] of Object.entries(values))
      if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1 on`);
    return values;
  } catch ({ message }) {
    console.error(message);
    process.exit(2);
  }
}
