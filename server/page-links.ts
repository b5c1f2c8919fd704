import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_TEXTS, SHELL_TEXTS } from '#common/texts/first-texts.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { isForm } from '#contract/operations/blanks.ts';
import { reportPath } from '#contract/report-path.ts';
import { allReports } from '#contract/reports/index.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const SHELL = 'src/app/app-routes.tsx';
const REPORT = 'src/core/report/report-page.tsx';
const FORM = 'src/reports/forms/form-page.tsx';

/** The chunks that an address needs, which the page would otherwise request one after the other. */
function listChunks(path: string): string[] {
  if (!/^\/app(\/|$)/.test(path)) return [];
  const report = findReport(path);
  if (!report) return [SHELL];
  // The first rows need neither grid nor chart, which would slow them down on the network.
  return isForm(report.id) ? [SHELL, FORM] : [SHELL, REPORT];
}

function findReport(path: string) {
  const route = /^\/app\/(?:clients\/\d+\/)?reports\/([a-z0-9_/-]+)$/.exec(path)?.[1];
  return allReports.find((one) => one.route === route);
}

const letters = (part: string) => `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`;
/** Languages with letters other than Latin ones. */
const OWN_LETTERS: Partial<Record<Language, string>> = { uk: letters('cyrillic'), ru: letters('cyrillic') };

/**
 * Texts and fonts by language, which the program would request only once it runs. Only the page knows its language: pages of links use the
 * browser's.
 */
function firstFiles(manifest: Manifest, path: string): Partial<Record<Language, string[]>> | undefined {
  if (!/^\/(app(\/|$)|auth$|$)/.test(path)) return undefined;
  const namespaces = path.startsWith('/app') ? [...FIRST_TEXTS, ...SHELL_TEXTS] : FIRST_TEXTS;
  const listManifestKeys = (language: Language) => [
    ...namespaces.map((name) => `locales/${language}/${name}.json`),
    letters('latin'),
    ...(OWN_LETTERS[language] ? [OWN_LETTERS[language]] : []),
  ];
  const listFiles = (language: Language) => listManifestKeys(language).flatMap((key) => manifest[key]?.file ?? []);
  return Object.fromEntries(LANGUAGES.map((language) => [language, listFiles(language)]));
}

/**
 * Adds to the built page the files and the report of its address, and the first files of each language. Without a manifest the page is
 * unchanged.
 */
export function pageLinks(folder: string): (html: string, path: string) => string {
  const file = join(folder, '.vite/manifest.json');
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (html, path) => {
    const links = new Set<string>();
    const seen = new Set<string>();
    const add = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      links.add(`<link rel="modulepreload" crossorigin href="/${chunk.file}">`);
      for (const sheet of chunk.css ?? []) links.add(`<link rel="preload" as="style" crossorigin href="/${sheet}">`);
      for (const next of chunk.imports ?? []) add(next);
    };
    for (const key of listChunks(path)) add(key);
    const report = findReport(path);
    const first = firstFiles(manifest, path);
    const metas = [
      ...(report && !isForm(report.id) ? [`<meta name="report" content="${reportPath(report)}">`] : []),
      ...(first?.uk?.length ? [`<meta name="first" content='${JSON.stringify(first)}'>`] : []),
    ];
    const missing = [...links].filter((link) => !html.includes(/href="([^"]+)"/.exec(link)?.[1] ?? ''));
    return html.replace('<head>', `<head>${metas.join('')}`).replace('</head>', `${missing.join('\n')}</head>`);
  };
}
