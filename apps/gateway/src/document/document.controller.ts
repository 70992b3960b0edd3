import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { PublicRoute } from '@parapet/chassis';
import { apiDocument } from './api-document';

const OBJECT = { type: 'object', additionalProperties: true } as const;

@ApiTags('documentation')
@Controller()
export class DocumentController {
  /** The machine-readable description of this API. */
  @Get('v1/openapi.json')
  @PublicRoute()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ operationId: 'getOpenApi', summary: 'The OpenAPI 3.0 document of this API' })
  @ApiOkResponse({
    description: 'OpenAPI 3.0',
    schema: {
      ...{ type: 'object', additionalProperties: true },
      required: ['openapi', 'info', 'paths'],
      properties: {
        openapi: { type: 'string', enum: ['3.0.3'] },
        ...{ info: OBJECT, paths: OBJECT },
      },
    },
  })
  document(): string {
    return apiDocument;
  }
}
