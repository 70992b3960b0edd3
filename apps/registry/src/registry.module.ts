import { Module, type OnModuleInit } from '@nestjs/common';
import { KEYED_CREATIONS, SnapshotKeeper } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { AgentCommands } from './agent/agent-commands';
import { AgentSummaryController } from './agent/agent-summary.controller';
import { AGENTS } from './agent/agent.collection';
import { AgentController } from './agent/agent.controller';
import { AgentProjection } from './agent/agent.projection';
import { AgentCreation } from './agent/agent-creation';
import { AgentViews } from './agent/agent-views';
import { CarryActivity } from './agent/carry-activity';
import { AUDIT, AUDIT_STATES } from './audit/audit.collection';
import { AuditController } from './audit/audit.controller';
import { AuditProjection } from './audit/audit.projection';
import { Lists } from './http/lists';
import { PolicyCommands } from './policy/policy-commands';
import { POLICIES } from './policy/policy.collection';
import { PolicyCheckController } from './policy/policy-check.controller';
import { PolicyController } from './policy/policy.controller';
import { PolicyProjection } from './policy/policy.projection';
import { PolicyCreation } from './policy/policy-creation';
import { POLICY_VERSIONS } from './policy/version/policy-version.collection';
import { PolicyVersionController } from './policy/version/policy-version.controller';
import { PolicyVersionProjection } from './policy/version/policy-version.projection';
import { SessionController } from './session/session.controller';
import { AdminTokens } from './token/admin-tokens';
import { Bootstrap, Console, processConsole } from './token/bootstrap';
import { TokenCommands } from './token/token-commands';
import { TOKENS } from './token/token.collection';
import { TokenController } from './token/token.controller';
import { TokenProjection } from './token/token.projection';

/** Policies, agents and user tokens: what people set up. */
@Module({
  controllers: [
    PolicyCheckController,
    PolicyController,
    PolicyProjection,
    PolicyVersionController,
    PolicyVersionProjection,
    AgentSummaryController,
    AgentController,
    AgentProjection,
    TokenController,
    TokenProjection,
    SessionController,
    AuditController,
    AuditProjection,
  ],
  providers: [
    ...[PolicyCommands, PolicyCreation],
    ...[AgentCommands, AgentCreation, AgentViews, CarryActivity],
    Lists,
    TokenCommands,
    AdminTokens,
    Bootstrap,
    SnapshotKeeper,
    { provide: Console, useValue: processConsole },
  ],
})
export class RegistryModule implements OnModuleInit {
  constructor(private readonly store: ReadModel) {}

  async onModuleInit(): Promise<void> {
    await this.store.declare(POLICIES);
    await this.store.declare(POLICY_VERSIONS);
    await this.store.declare(AGENTS);
    await this.store.declare(TOKENS);
    await this.store.declare(KEYED_CREATIONS);
    await this.store.declare(AUDIT);
    await this.store.declare(AUDIT_STATES.policies);
    await this.store.declare(AUDIT_STATES.agents);
    await this.store.declare(AUDIT_STATES.tokens);
    await this.store.declare(AUDIT_STATES.webhooks);
    await this.store.declare(AUDIT_STATES.issues);
  }
}
