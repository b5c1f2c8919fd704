import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env, Hono } from 'hono';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Manger API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', filter: true });\n`;

const TYPES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** The API's page at `/api/docs`: Swagger UI from its package, without other hosts and inline scripts. */
export function serveApiPage<E extends Env>(app: Hono<E>): void {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  app.get('/api/docs', (http) => http.html(PAGE));
  app.get('/api/docs/start.js', (http) => http.text(START, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  for (const [name, type] of Object.entries(TYPES)) {
    app.get(`/api/docs/${name}`, async (http) =>
      http.body(await readFile(join(folder, name)), 200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'public, max-age=86400',
      }),
    );
  }
}
