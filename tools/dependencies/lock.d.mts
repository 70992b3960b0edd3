/** What is wrong with the packages of a lock file, a sentence each. */
export function lockFaults(
  packages: Readonly<Record<string, object>>,
  manifest: { readonly allowScripts?: Readonly<Record<string, boolean>> },
): string[];
