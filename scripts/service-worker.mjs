// Writes the service worker next to the built client, because the list of cached files is known only after the build.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './size.mjs';

/**
 * Screens that a person at the mixer needs without a network, and everything that opens on them. Texts are cached when loaded, in the
 * language on screen.
 */
const CHUNKS = [
  'index.html',
  'src/app/app-routes.tsx',
  'src/operations/feedings/page.tsx',
  'src/operations/recording/page.tsx',
  'src/core/ui/question-modal.tsx',
  'src/core/ui/tip-box.tsx',
  ...['bottom-bar', 'client-menu', 'farm-menu', 'mobile-menu', 'mobile-menu-list', 'palette', 'user-panel', 'viewing-notice'].map(
    (part) => `src/app/shell/${part}.tsx`,
  ),
  'src/operations/first-steps/next-step.tsx',
  'src/reports/signals/bell.tsx',
];

export function writeServiceWorker(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = filesOf(manifest, CHUNKS, { styles: true }).map((file) => `/${file}`);
  // Each change of the build changes the name of a chunk, and the manifest contains all names.
  const version = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 16);
  const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
  writeFileSync(
    join(folder, 'service-worker.js'),
    source.replace("'__FILES__'", files.map((file) => `'${file}'`).join(', ')).replace('__VERSION__', version),
  );
}
