import { Inject, Injectable } from '@nestjs/common';
import type { Catalog } from '../catalog/catalog';
import { CATALOG } from '../catalog/read-catalog';
import { RuleTable, type RulesAt } from './rule-table';

/** All that observations are judged by, as of one moment. */
export interface LawAt extends RulesAt {
  readonly catalog: Catalog;
}

/** The law as it stands: the rules of all policies, and the catalog. */
@Injectable()
export class LawBook {
  constructor(
    private readonly table: RuleTable,
    @Inject(CATALOG) private readonly catalog: Catalog,
  ) {}

  /** With every policy that was in the log at the time of the call (`exactness.md`, rule 4). @throws Unavailable */
  async current(): Promise<LawAt> {
    await this.table.caughtUp();
    return { ...this.table.current(), catalog: this.catalog };
  }
}
