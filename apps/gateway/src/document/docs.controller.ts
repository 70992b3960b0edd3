import { Controller, Get, Param, Res } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@parapet/contracts/openapi';
import { PublicRoute, UnknownPages } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { FastifyReply } from 'fastify';
import { docsFiles } from './docs-page';

const TEXT = { schema: { type: 'string' } } as const;
const FILES = {
  ...{ 'text/html': TEXT, 'text/javascript': TEXT, 'text/css': TEXT },
  'image/png': { schema: { type: 'string', format: 'binary' } },
} as const;

/** Programs are told as everywhere, browsers are shown a page. */
const NONE = {
  description: 'There is no such file; for browsers as a page',
  headers: { Vary: { description: 'The form depends on Accept', required: true, ...TEXT } },
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
    'text/html': TEXT,
  },
};

@ApiTags('documentation')
@Controller('docs')
export class DocsController {
  constructor(private readonly unknown: UnknownPages) {}

  /** The API for people: Swagger UI over `/v1/openapi.json`. */
  @Get()
  @PublicRoute()
  @ApiOperation({ operationId: 'getDocs', summary: 'This document for people' })
  @ApiOkResponse({ description: 'Swagger UI', content: { 'text/html': TEXT } })
  page(@Res() reply: FastifyReply): void {
    this.send(reply, 'index.html');
  }

  @Get(':file')
  @PublicRoute()
  @ApiOperation({ operationId: 'getDocsFile', summary: 'A file of the page for people' })
  @ApiParam({ name: 'file', schema: { type: 'string', enum: [...docsFiles.keys()] } })
  @ApiOkResponse({ description: 'The file', content: FILES })
  @ApiNotFoundResponse(NONE)
  file(@Param('file') name: string, @Res() reply: FastifyReply): void {
    // Who writes a slash behind /docs means the page.
    this.send(reply, name || 'index.html');
  }

  private send(reply: FastifyReply, name: string): void {
    const file = docsFiles.get(name);
    if (!file && this.unknown.show(reply.request, reply)) return;
    if (!file) throw new Problem('not_found', 'There is no such page', 'the API page is /docs');
    void reply
      .header('content-type', file.type)
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('cache-control', 'max-age=600')
      .send(file.body);
  }
}
