import { MAX_IMPORTED } from '#contract/imports.ts';
import { serverOn } from '#tests/support/api.ts';
import { IMPORT_DAY, makeImportFarm, prepareRows, ROW_MAKERS, sendRows } from '#tests/support/import-rows.ts';
import { onDemonstration } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

/** Milliseconds that a file with as many rows as it may have may take. */
const LIMITS = { preview: 3000, write: 20_000 };

/** P23: the largest file of each list, previewed and written, against its limits. */
export const benchImports = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const api = await serverOn(url, false);
    api.setNow(`${IMPORT_DAY}T12:00:00Z`);
    try {
      const figures: Figure[] = [];
      for (const path of Object.keys(ROW_MAKERS)) {
        const farm = await makeImportFarm(api);
        const rows = await prepareRows(api, path, farm);
        for (const stage of ['preview', 'write'] as const) {
          const begun = performance.now();
          const { status, errors } = await sendRows(path, farm, rows, stage === 'preview');
          const took = performance.now() - begun;
          if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(errors).slice(0, 300)}`);
          figures.push(figure('P23', `${stage} of ${MAX_IMPORTED} rows: ${path}`, 'ms', [took], [LIMITS[stage]], '≤ 1'));
        }
      }
      return figures;
    } finally {
      await api.close();
    }
  }, 'tiny');
