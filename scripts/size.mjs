// Writes .size-limit.json from the build's manifest, because the files of a page are known only after the build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** A page consists of the entry and the chunks that are imported on the way to it. Its limit is for the scripts as served, in Brotli. */
const PAGES = [
  { name: 'sign-in page', limit: '125 KiB', chunks: ['index.html', 'src/app/auth/route.tsx', 'locales/uk/core.json'] },
  {
    name: 'first report: shell, grid and chart',
    limit: '460 KiB',
    chunks: [
      'index.html',
      'locales/uk/core.json',
      'src/app/app-routes.tsx',
      'src/core/report/report-page.tsx',
      'locales/uk/reports.json',
      // The menu contains names of screens from all features.
      'locales/uk/operations.json',
      'locales/uk/admin.json',
      'src/core/grid/data-grid.tsx',
      'src/core/chart/drawing.tsx',
    ],
  },
];

/** Each page with the scripts that it loads, as paths from the root. */
export function pagesOfBuild() {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8'));
  return PAGES.map(({ name, limit, chunks }) => ({ name, limit, files: filesOf(manifest, chunks).map((file) => `dist/client/${file}`) }));
}

export function writeSizeLimit() {
  const entries = pagesOfBuild().map(({ name, limit, files }) => ({
    name,
    limit,
    // The build has compressed the files already.
    brotli: false,
    path: files.map((file) => `${file}.br`),
  }));
  writeFileSync(join(root, '.size-limit.json'), JSON.stringify(entries, null, 2));
}

/** Scripts that these chunks load, optionally with styles, as paths from the folder of the build. */
export function filesOf(manifest, chunks, { styles = false } = {}) {
  const files = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build: name its chunk in scripts/size.mjs.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    if (styles) for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const key of chunks) add(key);
  return [...files].filter((file) => file.endsWith('.js') || (styles && file.endsWith('.css')));
}
