import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reports } from '#contract/reports/index.ts';

const root = join(import.meta.dirname, '../../../src');
/** Screens are declared in these files; importing them would load their icons and styles. */
const declarations = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(operations|admin|reports|app\/boards)\/(.+\/)?(index|[a-z-]*screens?)\.ts$/.test(name),
);

const FARM = 'companies/:company_id/farms/:farm_id';
/** Routes that are composed in the code. */
const COMPOSED = [
  ...['', '/import', '/periods', '/leftovers', '/bunks', '/dry-matter'].map((rest) => `${FARM}/planning${rest}`),
  ...['', '/create'].map((rest) => `${FARM}/rations${rest}`),
  ...['farms', 'ration', 'ingredients'].map((tab) => `history/${tab}`),
];
/** Redirects to other screens. */
const REDIRECTS = ['admin', 'settings', 'stock', 'companies/:company_id', 'reports'];

/** The address of every screen and report of a client, except those of a single row. */
export function listAddresses({ company, id }: { company: number; id: number }): string[] {
  const routes = declarations.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\broute: '([^']+)'/g)].map(([, route]) => route ?? ''),
  );
  const ofReports = Object.values(reports).map(({ route }) => `reports/${route}`);
  const filled = [...routes, ...COMPOSED, ...ofReports]
    .filter((route) => !REDIRECTS.includes(route))
    .map((route) => route.replace(':company_id', String(company)).replace(':farm_id', String(id)));
  return [...new Set(filled.filter((route) => !route.includes(':')))].map((route) => `/app/${route}`).toSorted();
}
