import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isForm } from '#contract/operations/blanks.ts';
import { allReports } from '#contract/reports/index.ts';
import { pageLinks } from './page-links.ts';

const toFontPath = (part: string) => `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`;
const folder = mkdtempSync(join(tmpdir(), 'manger-links-'));
mkdirSync(join(folder, '.vite'));
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'index.html': { file: 'assets/start.js' },
    'src/app/app-routes.tsx': { file: 'assets/shell.js', css: ['assets/shell.css'], imports: ['index.html', 'common'] },
    common: { file: 'assets/common.js' },
    'src/core/report/report-page.tsx': { file: 'assets/report.js', imports: ['common'] },
    'src/reports/forms/form-page.tsx': { file: 'assets/form.js', imports: ['common'] },
    ...Object.fromEntries(
      ['uk', 'de'].flatMap((language) =>
        ['core', 'operations', 'reports', 'admin', 'pages'].map((name) => [
          `locales/${language}/${name}.json`,
          { file: `assets/${name}-${language}.js` },
        ]),
      ),
    ),
    ...Object.fromEntries(['latin', 'cyrillic', 'greek'].map((part) => [toFontPath(part), { file: `assets/${part}.woff2` }])),
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const html = '<head><script type="module" src="/assets/start.js"></script><link rel="modulepreload" href="/assets/start.js"></head>';
const findPreloads = (path: string) =>
  [...pageLinks(folder)(html, path).matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file).filter((file) => file !== 'start.js');

test('an address names what it will need, each once', () => {
  expect(findPreloads('/app/companies')).toEqual(['shell.js', 'shell.css', 'common.js']);
  expect(findPreloads('/app/clients/7/reports/planfeed')).toEqual(['shell.js', 'shell.css', 'common.js', 'report.js']);
  expect(findPreloads('/app/reports/unknown')).toEqual(['shell.js', 'shell.css', 'common.js']);
});

test.each(allReports)('$route is named whole, however its folder is called', ({ id, route }) => {
  expect(findPreloads(`/app/reports/${route}`).slice(3)).toEqual(isForm(id) ? ['form.js'] : ['report.js']);
});

test('a report is named to the page that asks for it at once, a form and all else are not', () => {
  const findReportMeta = (path: string) => /<meta name="report" content="([^"]+)">/.exec(pageLinks(folder)(html, path))?.[1];
  expect(findReportMeta('/app/reports/planfeed')).toBe('report/planfeed');
  expect([findReportMeta('/app/companies'), findReportMeta('/app/reports/unknown'), findReportMeta('/auth')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const { id, route } of allReports.filter((one) => isForm(one.id)))
    expect([id, findReportMeta(`/app/reports/${route}`)]).toEqual([id, undefined]);
});

test('texts and letters are named by language: the shell’s to the application, the first ones to the sign-in, none to pages by link', () => {
  const parseFirstRequests = (path: string) =>
    JSON.parse(/<meta name="first" content='([^']+)'>/.exec(pageLinks(folder)(html, path))?.[1] ?? 'null');
  expect(parseFirstRequests('/app/companies')).toMatchObject({
    uk: ['core-uk.js', 'operations-uk.js', 'reports-uk.js', 'admin-uk.js', 'latin.woff2', 'cyrillic.woff2'].map((name) => `assets/${name}`),
    de: ['core-de.js', 'operations-de.js', 'reports-de.js', 'admin-de.js', 'latin.woff2'].map((name) => `assets/${name}`),
  });
  expect(parseFirstRequests('/auth')).toMatchObject({ de: ['assets/core-de.js', 'assets/latin.woff2'] });
  expect([parseFirstRequests('/file-link/gone'), parseFirstRequests('/authors')]).toEqual([null, null]);
});

test('a page by a link, and a build without a manifest, stay as they are', () => {
  expect(pageLinks(folder)(html, '/file-link/gone')).toBe(html);
  expect(pageLinks(join(folder, 'nowhere'))(html, '/app')).toBe(html);
});
