import { MAX_IMPORTED } from '#contract/imports.ts';
import { callerOf, serverOn } from '#tests/support/api.ts';
import { IMPORT_DAY, type ImportFarm, makeImportFarm, prepareRows, ROW_MAKERS, sendRows } from '#tests/support/import-rows.ts';
import { onDemonstration } from './demo.ts';
import { type Running, startServer } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

/** Milliseconds that a file with as many rows as it may have may take. */
const LIMITS = { preview: 3000, write: 20_000 };
/** MB that an import may add to the memory of the idle server. */
const MEMORY_LIMIT = 200;
const NOW = `${IMPORT_DAY}T12:00:00Z`;
const FLAGS = ['--max-semi-space-size=8', '--import', 'tsx'];

/** P23: the largest file of each list, previewed and written, and the memory of the server meanwhile, against their limits. */
export const benchImports = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const api = await serverOn(url, false);
    api.setNow(NOW);
    const server = await startServer('tests/bench/import-server.ts', { DATABASE_URL: url, NOW }, FLAGS);
    try {
      const idleMb = server.memoryMb();
      const figures: Figure[] = [];
      for (const path of Object.keys(ROW_MAKERS)) {
        const farm = await makeImportFarm(api);
        const rows = await prepareRows(api, path, farm);
        figures.push(...(await measureList(server, idleMb, path, { ...farm, owner: callThrough(server, farm) }, rows)));
      }
      return figures;
    } finally {
      await server.stop();
      await api.close();
    }
  }, 'tiny');

/** The farm's owner as a caller of the server that is measured. */
const callThrough = ({ url }: Running, { owner }: ImportFarm) =>
  callerOf(
    {
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const { method, headers } = request;
        return fetch(url + pathname + search, { method, headers, ...(request.body ? { body: await request.text() } : {}) });
      },
    },
    owner.token,
  );

async function measureList(server: Running, idleMb: number, path: string, farm: ImportFarm, rows: Record<string, unknown>[]) {
  const figures: Figure[] = [];
  server.resetPeak();
  for (const stage of ['preview', 'write'] as const) {
    const processor = server.processorS();
    const begun = performance.now();
    const { status, errors } = await sendRows(path, farm, rows, stage === 'preview');
    const took = performance.now() - begun;
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(errors).slice(0, 300)}`);
    figures.push(figure('P23', `${stage} of ${MAX_IMPORTED} rows: ${path}`, 'ms', [took], [LIMITS[stage]], '≤ 1'));
    console.log(`${path}: ${stage} ${Math.round(took)} ms, ${(server.processorS() - processor).toFixed(2)} s of the server’s processor`);
  }
  const memory = server.peakMb() - idleMb;
  figures.push(figure('P23', `memory of the server over idle: ${path}`, 'MB', [memory], [MEMORY_LIMIT], '≤ 1'));
  console.log(`${path}: ${Math.round(memory)} MB over idle`);
  return figures;
}
