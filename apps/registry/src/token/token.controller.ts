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
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiKeyedCreation,
  ApiPage,
  ApiProblem,
  IdempotencyKey,
  listPage,
  type Page,
  type RawQuery,
  TokenTable,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { checkToken } from './check-token';
import { TokenCommands } from './token-commands';
import { TOKENS } from './token.collection';
import { NewTokenBody, NewTokenView, renderToken, TokenView } from './token.http';

const LIST = { list: 'tokens', collection: TOKENS, equal: {}, sort: 'created_at' } as const;

@ApiTags('tokens')
@Controller('v1/tokens')
export class TokenController {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: TokenCommands,
    private readonly tokens: TokenTable,
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
  @ApiKeyedCreation()
  @ApiResponse({ status: 201, type: NewTokenView })
  create(
    @Body() body: unknown,
    @User() caller: UserCaller,
    @IdempotencyKey() key: string | undefined,
  ): Promise<NewTokenView> {
    const asked = checkToken(body, this.tokens.ofCaller(caller));
    return this.commands.create(asked, caller, key);
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
    await this.commands.revoke(id, caller);
  }
}
