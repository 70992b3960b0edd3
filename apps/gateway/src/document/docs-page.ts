import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the documentation page: its media type and bytes. */
export interface DocsFile {
  readonly type: string;
  readonly body: Buffer;
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Parapet API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });
`;

const ui = dirname(require.resolve('swagger-ui-dist/package.json'));
const bundled = (name: string, type: string): [string, DocsFile] => [
  name,
  { type, body: readFileSync(join(ui, name)) },
];
const written = (name: string, type: string, text: string): [string, DocsFile] => [
  name,
  { type, body: Buffer.from(text) },
];

/** Every file of `/docs`, by name; all are bundled, so the page asks no other host. Nothing else can be asked for. */
export const docsFiles: ReadonlyMap<string, DocsFile> = new Map([
  written('index.html', 'text/html; charset=utf-8', PAGE),
  written('start.js', 'text/javascript; charset=utf-8', START),
  bundled('swagger-ui.css', 'text/css; charset=utf-8'),
  bundled('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
  bundled('favicon-32x32.png', 'image/png'),
]);
