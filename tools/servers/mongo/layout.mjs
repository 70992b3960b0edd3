import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where things lie in a folder of extracted Debian packages. Paths below `at`, so that one can be built for another place. */
export function layout(folder, at = folder) {
  const libraries = only(join(folder, 'root/usr/lib'), /-linux-gnu/);
  const postgres = only(join(folder, 'root/usr/lib/postgresql'), /^\d+$/);
  const lib = join(at, 'root/usr/lib', libraries);
  const home = join(at, 'root/usr/lib/postgresql', postgres);
  return {
    bin: join(home, 'bin'),
    ferretdb: join(at, 'bin/ferretdb'),
    extensions: join(at, 'root/usr/share/postgresql', postgres, 'extension'),
    loader: join(lib, only(join(folder, 'root/usr/lib', libraries), /^ld-linux-.*\.so/)),
    libraryPath: [lib, join(lib, 'blas'), join(lib, 'lapack'), join(home, 'lib')].join(':'),
  };
}

function only(folder, pattern) {
  const found = existsSync(folder)
    ? readdirSync(folder).find((name) => pattern.test(name))
    : undefined;
  if (!found) throw new Error(`nothing like ${pattern} in ${folder}`);
  return found;
}
