import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PublicRoute } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import { docsFiles } from './docs-page';

/** What this controller needs of Fastify's reply. */
interface Reply {
  header(name: string, value: string): Reply;
  send(body: Buffer): unknown;
}

@ApiExcludeController()
@Controller('docs')
export class DocsController {
  /** The API for people: Swagger UI over `/v1/openapi.json`. */
  @Get()
  @PublicRoute()
  page(@Res() reply: Reply): void {
    this.send(reply, 'index.html');
  }

  @Get(':file')
  @PublicRoute()
  file(@Param('file') name: string, @Res() reply: Reply): void {
    this.send(reply, name);
  }

  private send(reply: Reply, name: string): void {
    const file = docsFiles.get(name);
    if (!file) throw new Problem('not_found', 'There is no such page', 'the API page is /docs');
    reply
      .header('content-type', file.type)
      .header(
        'content-security-policy',
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
      )
      .header('x-content-type-options', 'nosniff')
      .send(file.body);
  }
}
