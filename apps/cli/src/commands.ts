import type { Command } from './arguments/command';
import { parkedCommand } from './parked/parked.command';
import { rebuildCommand } from './rebuild/rebuild.command';
import { topicsCommand } from './topics/topics.command';
import { versionCommand } from './version.command';

/** Everything that `parapet` can be asked, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  parkedCommand,
  rebuildCommand,
  topicsCommand,
  versionCommand,
];
