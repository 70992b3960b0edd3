import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiIdParam,
  ApiPage,
  ApiProblem,
  askedBy,
  Clock,
  Commands,
  findProjected,
  listPage,
  makeToken,
  type Page,
  type RawQuery,
  TokenTable,
  tokenDigest,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { Problem, randomId } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { checkRevocation, checkToken } from './check-token';
import { createToken, revokeToken } from './create-token';
import { TOKEN_COMMANDS, TOKENS } from './token.collection';
import { NewTokenBody, NewTokenView, renderToken, TokenView } from './token.http';

const LIST = { list: 'tokens', collection: TOKENS, equal: {}, sort: 'created_at' } as const;

@ApiTags('tokens')
@Controller('v1/tokens')
export class TokenController {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly tokens: TokenTable,
    private readonly clock: Clock,
  ) {}

  @Get()
  @UserRoute('tokens:read')
  @ApiOperation({
    operationId: 'listTokens',
    summary: 'List the tokens that have not been revoked, newest first',
  })
  @ApiPage(TokenView)
  list(@Query() query: RawQuery): Promise<Page<TokenView>> {
    return listPage(this.store, query, LIST, renderToken);
  }

  @Post()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @UserRoute('tokens:write')
  @ApiOperation({
    operationId: 'createToken',
    summary: 'Create a token; it is shown once',
    description: 'It cannot do more than the token that makes it, nor last longer.',
  })
  @ApiBody({ type: NewTokenBody })
  @ApiResponse({ status: 201, type: NewTokenView })
  async create(@Body() body: unknown, @User() caller: UserCaller): Promise<NewTokenView> {
    const asked = checkToken(body, this.tokens.ofCaller(caller), this.clock.now());
    const [id, token] = [randomId('token'), makeToken('user')];
    const fresh = { id, digest: tokenDigest(token), origin: 'api' } as const;
    const event = createToken(fresh, asked, askedBy(caller, this.clock));
    const ifDone = `DELETE /v1/tokens/${id} revokes what nobody saw`;
    await this.commands.run(TOKEN_COMMANDS, id, event, ifDone);
    const { name, permissions, expires_at } = asked;
    return { id, name, token, permissions, created_at: event.time, expires_at };
  }

  @Delete(':token_id')
  @HttpCode(204)
  @UserRoute('tokens:write')
  @ApiOperation({
    operationId: 'revokeToken',
    summary: 'Revoke a token, at once and for ever',
    description: 'One that holds no permission that the caller lacks.',
  })
  @ApiIdParam('token')
  @ApiProblem('conflict')
  @ApiResponse({ status: 204, description: 'Revoked' })
  async revoke(@Param('token_id') id: string, @User() caller: UserCaller): Promise<void> {
    const token = await findProjected(this.store, TOKENS, id);
    if (!token)
      throw new Problem(
        'not_found',
        'There is no such token',
        'GET /v1/tokens has the ids of those there are',
      );
    checkRevocation(token, caller.permissions);
    await this.commands.run(TOKEN_COMMANDS, id, revokeToken(token, askedBy(caller, this.clock)));
  }
}
