import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicRoute } from '@parapet/chassis';
import { apiDocument } from './api-document';

@ApiTags('documentation')
@Controller()
export class DocumentController {
  /** The machine-readable description of this API. */
  @Get('v1/openapi.json')
  @PublicRoute()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'The OpenAPI 3.0 document of this API' })
  @ApiOkResponse({ description: 'OpenAPI 3.0', schema: { type: 'object' } })
  document(): string {
    return apiDocument;
  }
}
