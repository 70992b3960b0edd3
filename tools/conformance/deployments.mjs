/** The ways to run the house. Everything the documents say must be proven on each. */
export const DEPLOYMENTS = ['one process', 'apart'];

/** Which tests run on which, by the folder they lie in. */
const FOLDERS = {
  spec: DEPLOYMENTS,
  exactness: DEPLOYMENTS,
  client: DEPLOYMENTS,
  own: ['one process'],
  crash: ['one process'],
  apart: ['apart'],
};

/** The deployments a test file runs on. @throws for a folder of which that is not known */
export function deploymentsOf(file) {
  const folder = /^e2e\/src\/([^/]+)\//.exec(file)?.[1] ?? '';
  const known = FOLDERS[folder];
  if (!known)
    throw new Error(`${file}: tests that prove lie in e2e/src/{${Object.keys(FOLDERS).join(',')}}`);
  return known;
}
