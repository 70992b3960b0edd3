import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Readiness, Table } from '@parapet/chassis';
import { evolvePolicy, type Policy, type PolicyEvent } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { compileRules, type RuleSet } from '@parapet/patterns';

/** Rules and the offset in `policies` up to which (exclusive) they are known. */
export interface RulesAt {
  readonly rules: RuleSet;
  readonly judgedAt: number;
}

/** All policies, in memory, and their rules compiled. */
@Injectable()
export class RuleTable
  extends Table<Policy, PolicyEvent>
  implements OnModuleInit, OnApplicationShutdown
{
  private readonly logger = new Logger(RuleTable.name);
  private compiled: RuleSet | undefined;

  constructor(
    private readonly log: EventLog,
    readiness: Readiness,
  ) {
    super('policies', evolvePolicy, (policy) => policy.deleted === true);
    readiness.add('policies', () => this.failure());
    this.onChange(() => (this.compiled = undefined));
  }

  onModuleInit(): void {
    this.open(this.log);
  }

  /** The rules as of now: compiled once per change, when they are next asked for, never while a policy is applied. */
  current(): RulesAt {
    this.compiled ??= this.compile();
    return { rules: this.compiled, judgedAt: this.applied()[0] ?? 0 };
  }

  /** The rules of these policies alone, as they are now. */
  rulesOf(ids: ReadonlySet<string>): RuleSet {
    return compileRules([...this.values()].filter(({ id }) => ids.has(id)));
  }

  private compile(): RuleSet {
    const rules = compileRules(this.values());
    for (const { policyId, sentence } of rules.refused)
      this.logger.warn(`a rule of ${policyId} does not count: ${sentence}`);
    return rules;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
