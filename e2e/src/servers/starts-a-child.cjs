// Starts a process that would stay for ever, as tests start the house, tells its id, and stays until it is killed.
const { spawn } = require('node:child_process');

async function main() {
  const { endWithUs } = await import('../../../tools/servers/index.mjs');
  const stay = 'setInterval(() => undefined, 60_000)';
  const children = [1, 2].map(() => spawn(process.execPath, ['-e', stay], { stdio: 'ignore' }));
  const [, takenBack] = children.map(({ pid }) => endWithUs(pid));
  takenBack();
  process.stdout.write(JSON.stringify(children.map(({ pid }) => pid)));
}
void main();
