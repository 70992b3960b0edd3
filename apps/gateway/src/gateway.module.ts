import { Module } from '@nestjs/common';
import { DocsController } from './document/docs.controller';
import { DocumentController } from './document/document.controller';

/** The one public address: the API document and its page. */
@Module({ controllers: [DocumentController, DocsController] })
export class GatewayModule {}
