import { Controller, Get, Headers, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@parapet/contracts/openapi';
import {
  endless,
  type EndlessReply,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { Newsroom } from './newsroom';
import { typesOf } from './stream-types';
import { ApiStream } from './stream.openapi';

/** What of a Fastify reply the stream needs. */
interface StreamReply extends EndlessReply {
  header(name: string, value: string): unknown;
}

@ApiTags('stream')
@Controller('v1/stream')
export class StreamController {
  constructor(private readonly newsroom: Newsroom) {}

  @Get()
  @UserRoute('issues:read', 'general', { unwatched: true })
  @ApiStream()
  async listen(
    @Query() query: RawQuery,
    @Headers('last-event-id') lastId: string | undefined,
    @User() caller: UserCaller,
    @Res({ passthrough: true }) reply: StreamReply,
  ): Promise<StreamableFile> {
    const types = typesOf(query, caller);
    const stream = await this.newsroom.open({ caller, types, lastId });
    // Proxies that gather an answer before they pass it on are asked not to.
    reply.header('x-accel-buffering', 'no');
    endless(reply, () => stream.end());
    return new StreamableFile(stream, { type: 'text/event-stream' });
  }
}
