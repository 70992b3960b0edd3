import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiPage,
  Commands,
  listPage,
  type Page,
  Projections,
  type RawQuery,
  UserRoute,
} from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { POLICY_COMMANDS } from '../policy.collection';
import { POLICY_VERSIONS, VERSIONS_PROJECTION, versionId } from './policy-version.collection';
import { PolicyVersionView, renderVersion } from './policy-version.http';

const LIST = {
  ...({ list: 'policy-versions', collection: POLICY_VERSIONS, sort: 'version' } as const),
  // So many of the longest are 2 MiB.
  atATime: 8,
};
/** Topic `policies` has this one alone. */
const PARTITION = 0;

/** What policies said before. */
@ApiTags('policies')
@Controller('v1/policies/:policy_id/versions')
export class PolicyVersionController {
  constructor(
    private readonly store: ReadModel,
    private readonly projections: Projections,
    private readonly commands: Commands,
  ) {}

  @Get()
  @UserRoute('policies:read')
  @ApiOperation({
    operationId: 'listPolicyVersions',
    summary: 'List the versions of a policy, newest first, also of one that was deleted',
  })
  @ApiIdParam('policy')
  @ApiPage(PolicyVersionView)
  async list(
    @Param('policy_id') id: string,
    @Query() query: RawQuery,
  ): Promise<Page<PolicyVersionView>> {
    await this.caughtUp();
    const first = await this.store.getMany(POLICY_VERSIONS, [versionId(id, 1)], ['version']);
    if (first.size === 0) throw new Problem('not_found', `There is and was no policy ${id}`);
    const spec = { ...LIST, equal: { policy_id: id }, long: ({ size }: { size: number }) => size };
    return listPage(this.store, query, spec, renderVersion);
  }

  /** Who can read a policy can read its version. @throws Unavailable when that takes longer than 5 s */
  private async caughtUp(): Promise<void> {
    const { topic, projection } = POLICY_COMMANDS;
    const next = await this.projections.of(projection, topic).next(PARTITION);
    const last = { partition: PARTITION, offset: next - 1 };
    if (next > 0) await this.commands.projected({ topic, projection: VERSIONS_PROJECTION }, last);
  }
}
