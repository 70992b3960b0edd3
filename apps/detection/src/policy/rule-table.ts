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
  /** Those that were asked for last of some policies alone, and of how many. */
  private later: { readonly count: number; readonly rules: RuleSet } | undefined;

  constructor(
    private readonly log: EventLog,
    readiness: Readiness,
  ) {
    super('policies', evolvePolicy, (policy) => policy.deleted === true);
    readiness.add('policies', () => this.failure());
    this.onChange(() => (this.compiled = this.later = undefined));
  }

  onModuleInit(): void {
    this.open(this.log);
  }

  /** The rules as of now: compiled once per change, when they are next asked for, never while a policy is applied. */
  current(): RulesAt {
    this.compiled ??= this.compile();
    return { rules: this.compiled, judgedAt: this.applied()[0] ?? 0 };
  }

  /** As they are now, those of the policies alone that were made or changed after a moment. */
  rulesAfter(time: string): RuleSet {
    const changed = [...this.values()].filter(({ updated_at }) => updated_at > time);
    const count = changed.length;
    // Until the next policy is applied, so many are the same ones.
    if (this.later?.count !== count) this.later = { count, rules: compileRules(changed) };
    return this.later.rules;
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
