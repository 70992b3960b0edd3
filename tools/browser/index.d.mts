/**
 * The command of a Chromium, installed where there is none. `CHROMIUM` names another.
 * @throws Advice where it cannot be installed
 */
export function chromium(): Promise<string>;
