import { Module } from '@nestjs/common';
import { DocsController } from './document/docs.controller';
import { DocumentController } from './document/document.controller';
import { PagesController } from './pages/pages.controller';

/** The one public address: the API document, its page, and the dashboard. */
@Module({ controllers: [DocumentController, DocsController, PagesController] })
export class GatewayModule {}
