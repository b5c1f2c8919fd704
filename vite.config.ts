import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './scripts/chunks.mjs';
import { RUNTIME_PACKAGES } from './scripts/runtime-packages.mjs';
import { texts } from './scripts/texts.ts';

const api = process.env.MANGER_API ?? 'http://127.0.0.1:4000';
const empty = resolve(import.meta.dirname, 'scripts/empty.mjs');

const router = resolve(import.meta.dirname, 'node_modules/react-router/dist/production');

/** Recharts takes d3's scales by name, and so all of them; ours are bands, points and numbers. Times of d3 alone weigh 8 KiB. */
const fewScales: Plugin = {
  name: 'few-scales',
  load: {
    filter: { id: /victory-vendor\/es\/d3-scale\.js$/ },
    handler: () => "export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';",
  },
};

/** The clock formats nothing but offsets, in figures: the English names of date-fns weigh 2 KiB. */
const withoutNames: Plugin = {
  name: 'without-names',
  load: {
    filter: { id: /date-fns\/_lib\/defaultLocale\.js$/ },
    handler: () => 'export const defaultLocale = { localize: {} };',
  },
};

export default defineConfig(
  ({ isSsrBuild }): UserConfig => ({
    plugins: [react(), texts(), fewScales, withoutNames],
    resolve: {
      alias: [
        // jsPDF's ways to draw HTML, which nothing here uses: 105 KiB.
        { find: /^(html2canvas|canvg|dompurify)$/, replacement: empty },
        // Charts have no scales of colours, and scales write no numbers.
        { find: /^d3-(interpolate|format)$/, replacement: resolve(import.meta.dirname, 'scripts/positions.mjs') },
        // The package gives everybody the build for developers, with its warnings.
        { find: /^react-router$/, replacement: resolve(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: resolve(router, 'dom-export.mjs') },
      ],
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': { target: api }, '/healthz': { target: api }, '/metrics': { target: api } } },
    build: isSsrBuild
      ? {
          target: 'node20',
          sourcemap: true,
          copyPublicDir: false,
          rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
        }
      : {
          target: 'es2023',
          manifest: true,
          // A browser that doesn't know the links (Safari before 17) loads each part when it is imported.
          modulePreload: { polyfill: false },
          sourcemap: false,
          // A worker or a font in a data: URL would need a looser content security policy.
          assetsInlineLimit: 0,
          chunkSizeWarningLimit: 1000,
          rolldownOptions: {
            output: {
              codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups },
              // The shell names hundreds of files, and what is drawn by lot can't be pressed: seven letters tell versions of one file apart.
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7][extname]',
            },
            // Of six thousand icons the hundred that are used are read: 300 MB less while building.
            experimental: { lazyBarrel: true },
          },
        },
    ssr: {
      // One file starts faster than hundreds. Native code and what looks for its own files at run time stay packages.
      noExternal: isSsrBuild ? true : undefined,
      external: [...RUNTIME_PACKAGES, 'pg-native'],
    },
  }),
);
