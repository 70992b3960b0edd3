import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers with a page where one is wanted; false where none is, and nothing was answered. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** What people in browsers are shown where no route is. Nothing until somebody says what. */
@Injectable()
export class UnknownPages {
  private page: ShowPage = () => false;

  shownBy(page: ShowPage): void {
    this.page = page;
  }

  /** Whether it was answered. */
  show(request: FastifyRequest, reply: FastifyReply): boolean {
    return this.page(request, reply);
  }
}
