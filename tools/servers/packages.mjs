import { Advice, bringYourOwn } from './advice.mjs';
import { has, run } from './command.mjs';
import { withLock } from './cache.mjs';
import { say } from './say.mjs';

/**
 * Installs what is missing with the machine's own package manager.
 * @param wanted command → Debian package
 * @param means `isThere` tells whether a command is there; `who` needs it, and what else would do (`otherwise`), for the advice
 * @throws Advice where that cannot be done
 */
export async function provide(wanted, means = {}) {
  const { isThere = has, who = 'The test servers', otherwise = bringYourOwn } = means;
  const missing = () => Object.keys(wanted).filter((command) => !isThere(command));
  if (missing().length === 0) return;
  await withLock('apt', async () => {
    const names = missing().map((command) => wanted[command]);
    if (names.length === 0) return;
    if (!has('apt-get') || process.getuid?.() !== 0)
      throw new Advice(
        `${who} need ${missing().join(', ')}: install ${names.join(', ')}, ${otherwise}.`,
      );
    await install(names);
  });
}

/** `apt-get install`, whatever is there already. */
async function install(names) {
  say(`installing ${names.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=600'];
  await run('apt-get', [...patient, 'update'], { env });
  await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...names], { env });
}

/** The Debian mirror that this machine already uses. @throws Advice where apt names none */
export async function debianMirror() {
  const ask = async () => {
    const format = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
    const uris = (await run('apt-get', format)).split('\n');
    return uris.find((uri) => uri !== '' && !uri.includes('security'));
  };
  const known = await ask();
  if (known) return known;
  await run('apt-get', ['-qq', 'update']);
  const found = await ask();
  if (!found) throw new Advice(`apt names no Debian mirror on this machine: ${bringYourOwn}.`);
  return found;
}
