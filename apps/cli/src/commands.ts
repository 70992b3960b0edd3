import { agentCommand } from './agent/agent.command';
import type { Command } from './arguments/command';
import { completionCommand } from './completion/completion.command';
import { demoCommand } from './demo/demo.command';
import { issueCommand } from './issue/issue.command';
import { parkedCommand } from './parked/parked.command';
import { policyCommand } from './policy/policy.command';
import { rebuildCommand } from './rebuild/rebuild.command';
import { sendCommand } from './send/send.command';
import { tailCommand } from './tail/tail.command';
import { tokenCommand } from './token/token.command';
import { topicsCommand } from './topics/topics.command';
import { versionCommand } from './version.command';
import { webhookCommand } from './webhook/webhook.command';

/**
 * Everything that `parapet` can be asked, in the order of the help: of who uses a house, then of who runs it. What services are made of
 * is loaded by the command that needs it: a key that completes a word does not wait for it.
 */
export const COMMANDS: readonly Command[] = [
  agentCommand,
  issueCommand,
  policyCommand,
  tokenCommand,
  webhookCommand,
  sendCommand,
  tailCommand,
  parkedCommand,
  rebuildCommand,
  topicsCommand,
  demoCommand,
  completionCommand,
  versionCommand,
];
