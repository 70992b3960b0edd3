const { execFileSync } = require('node:child_process');
const { SourceTextModule } = require('node:vm');

// Nest 12 and others are ESM only: Jest >= 30.4 require()s them on Node >= 24.9 with --experimental-vm-modules.
// Worker threads and child processes run the built files, so the build comes first (0.1 s).
module.exports = () => {
  if (typeof SourceTextModule?.prototype.hasAsyncGraph !== 'function')
    throw new Error('run by `npm test`: needs Node >= 24.9 and --experimental-vm-modules');
  execFileSync(process.execPath, ['tools/build.mjs'], { stdio: 'inherit' });
};
