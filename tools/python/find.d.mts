/**
 * A Python of this machine that can make an environment of its own; as root, apt brings one where there is none.
 * @param who needs it, for the advice
 * @throws Advice where none can be had
 */
export function findPython(
  who: string,
  candidates?: readonly string[],
): Promise<{ readonly command: string; readonly version: string }>;
