// Writes the service worker beside the built client: which files it keeps is known only after the build.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './size.mjs';

/**
 * What a person beside the mixer needs when the network is gone: the screens, and whatever opens on them. Texts are kept as they are loaded, in
 * the language on screen.
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
];

export function writeServiceWorker(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = filesOf(manifest, CHUNKS, { styles: true }).map((file) => `/${file}`);
  // Any change of the build changes some chunk's name, and the manifest names them all.
  const version = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 16);
  const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
  writeFileSync(
    join(folder, 'service-worker.js'),
    source.replace("'__FILES__'", files.map((file) => `'${file}'`).join(', ')).replace('__VERSION__', version),
  );
}
