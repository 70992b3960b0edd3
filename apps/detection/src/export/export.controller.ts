import { Controller, Get, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import {
  Authenticator,
  listChunks,
  oneOf,
  type RawQuery,
  Seats,
  Settings,
  streamed,
  User,
  type UserCaller,
  UserRoute,
  whileAllowed,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { issueQuery } from '../issue/issue-query';
import { EXPORT_FORMATS } from './export-formats';
import { ApiIssueExport } from './export.openapi';

/** Each reads on for as long as its client does. */
const SEATS = { what: 'downloads', all: 64, ofOne: 4 } as const;
const WORDS = ['ndjson', 'csv', 'ocsf'] as const;

@ApiTags('issues')
@Controller('v1/issues')
export class ExportController {
  private readonly seats = new Seats(SEATS);

  constructor(
    private readonly store: ReadModel,
    private readonly settings: Settings,
    private readonly authenticator: Authenticator,
  ) {}

  /** Not watched: a download takes as long as its client. */
  @Get('export')
  @UserRoute('issues:read', 'general', { unwatched: true })
  @ApiOperation({
    operationId: 'exportIssues',
    summary: 'Download all issues, newest first, as NDJSON, CSV or OCSF',
  })
  @ApiIssueExport()
  async export(
    @Query() query: RawQuery,
    @Req() { method }: { readonly method: string },
    @User() caller: UserCaller,
  ): Promise<StreamableFile> {
    const format = EXPORT_FORMATS[oneOf(query, 'format', WORDS) ?? 'ndjson'];
    const issues = listChunks(this.store, issueQuery(query), format.atATime);
    const {
      store,
      settings: { publicUrl },
    } = this;
    // What HEAD does not show would be read all the same.
    const pieces =
      method === 'HEAD'
        ? nothing()
        : this.seats.during(
            caller.tokenId,
            whileAllowed(format.pieces(issues, { store, publicUrl }), () =>
              this.authenticator.mayStay(caller),
            ),
          );
    const disposition = `attachment; filename="${format.file}"`;
    return streamed(pieces, { type: format.type, disposition });
  }
}

async function* nothing(): AsyncGenerator<never> {}
