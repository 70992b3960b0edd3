/** Tells the person what happens, beside the results of the tests. */
export const say = (text) => void process.stderr.write(`servers: ${text}\n`);
