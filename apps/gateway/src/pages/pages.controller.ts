import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@parapet/contracts/openapi';
import { noSuchPath, PageRoute, plainPath, preferredType, UnknownPages } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { FastifyReply } from 'fastify';
import { type DashboardFile, dashboardFiles } from './dashboard-files';
import { PAGE_PATHS } from './page-paths';
import { sealed } from './page-policy';

/** What this controller needs of Fastify's reply. */
interface Reply {
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  send(body: Buffer | string): unknown;
}

/** Named after what is in them, so that they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const A_WHILE = 'public, max-age=600';
/** Where programs ask: who opens an address of the API in a browser is shown what it answers. */
const OF_API = /^\/v1(?=\/|$)/;

/** The dashboard: pages for people in browsers, no part of the API. Everything on them is asked for at `/v1`. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(private readonly unknown: UnknownPages) {
    unknown.shownBy(({ method, url, headers }, reply) => {
      if (!['GET', 'HEAD'].includes(method) || OF_API.test(plainPath(url))) return false;
      reply.header('vary', 'accept');
      if (!isBrowser(headers.accept) || !dashboardFiles.has('index.html')) return false;
      // It says by itself that there is nothing at this address.
      sendPage(reply.code(404));
      return true;
    });
  }

  @Get([...PAGE_PATHS])
  @PageRoute()
  page(@Headers() asked: Asked, @Res() reply: Reply): void {
    reply.header('vary', 'accept, authorization');
    if (!isBrowser(asked.accept) && !takesAnything(asked)) throw noSuchPath();
    sendPage(reply);
  }

  @Get('assets/:file')
  @PageRoute()
  asset(
    @Param('file') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    const file = dashboardFiles.get(`assets/${name}`);
    if (file) send(reply.header('cache-control', FOR_EVER), file, accepted);
    else if (!this.unknown.show(reply.request, reply)) throw noSuchFile();
  }

  @Get('favicon.svg')
  @PageRoute()
  icon(@Headers('accept-encoding') accepted: string | undefined, @Res() reply: Reply): void {
    const file = found('favicon.svg');
    send(reply.header('cache-control', A_WHILE), file, accepted);
  }
}

/** Programs ask for anything: browsers name what they want. */
const isBrowser = (accepted: string | undefined): boolean =>
  accepted?.includes('text/html') === true;

/** Of what is asked. */
interface Asked {
  readonly accept?: string;
  readonly authorization?: string;
}

/** As curl, and what watches whether a house is up. Who sends a token means the API, and has forgotten its `/v1`. */
const takesAnything = ({ accept, authorization }: Asked): boolean =>
  authorization === undefined &&
  preferredType(accept, ['text/html', 'application/json']) === 'text/html';

/** @throws Problem `not_found` */
function found(name: string): DashboardFile {
  const file = dashboardFiles.get(name);
  if (file) return file;
  throw name === 'index.html'
    ? new Problem('not_found', 'The dashboard was not built', 'run npm run build')
    : noSuchFile();
}

const noSuchFile = (): Problem =>
  new Problem('not_found', 'There is no such file', 'the dashboard is at /');

/** @throws Problem `not_found` */
function sendPage(reply: Reply): void {
  const { codings, type } = found('index.html');
  const { html, policy } = sealed(String(codings.get('identity')));
  reply.header('content-type', type).header('content-security-policy', policy).send(html);
}

function send(reply: Reply, { type, codings }: DashboardFile, accepted = ''): void {
  const coding = ['br', 'gzip'].find((name) => codings.has(name) && accepts(accepted, name));
  if (coding) reply.header('content-encoding', coding);
  const body = codings.get(coding ?? 'identity');
  if (body) reply.header('vary', 'accept-encoding').header('content-type', type).send(body);
}

/** Whether a header `Accept-Encoding` names a coding, and not with the weight 0. */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(weight);
  });
