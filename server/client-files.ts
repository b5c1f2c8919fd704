import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Env, Hono } from 'hono';
import { FILE_LINK_PAGE, MAIL_CONSENT_PAGE } from '#contract/reports/file-link.ts';
import { pageLinks } from './page-links.ts';

/** Hashes of the scripts in the built page, in the form of a content policy. */
export function inlineScripts(folder: string): string[] {
  const page = join(folder, 'index.html');
  const scripts = existsSync(page) ? readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g) : [];
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Serves the built client: files with a content hash in their names for ever, and the page for every path of the application. */
export function serveClientFrom<E extends Env>(folder: string): (app: Hono<E>) => void {
  return (app) => {
    if (!existsSync(join(folder, 'index.html'))) return;
    const withLinks = pageLinks(folder);
    app.use('/assets/*', async (http, next) => {
      await next();
      if (http.res.ok) http.res.headers.set('cache-control', 'public, max-age=31536000, immutable');
    });
    app.use('/assets/*', serveStatic({ root: folder, precompressed: true }));
    // The service worker, the manifest, the icons and llms.txt keep their names in every build.
    for (const name of readdirSync(folder).filter((file) => /\.(js|png|txt|webmanifest)$/.test(file))) {
      app.use(`/${name}`, async (http, next) => {
        await next();
        http.header('cache-control', 'no-cache');
      });
      app.use(`/${name}`, serveStatic({ root: folder }));
    }
    // A file that an older page requests must be 404, not the page.
    app.get('/assets/*', (http) => http.text('Not found', 404));
    app.get('*', async (http, next) => {
      if (http.req.path.startsWith('/api')) return next();
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      // Pages behind a secret link are hidden from search engines.
      if (http.req.path.startsWith(FILE_LINK_PAGE) || http.req.path.startsWith(MAIL_CONSENT_PAGE)) http.header('x-robots-tag', 'noindex');
      return http.html(withLinks(html, http.req.path), 200, { 'cache-control': 'no-cache' });
    });
  };
}
