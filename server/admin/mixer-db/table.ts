import { sql } from 'kysely';
import { mixerBrands, mixerItems, mixerModels } from '#contract/admin/mixer-db.ts';
import type { Use } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { decryptFrom, reencryptFor, seal } from '#server/domain/calibration.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

const common = { installation: true, search: ['t.name'], order: 't.name', lite: ['id', 'name'], remove: 'hard' } as const;

export const mixerBrandTable: TableOf<typeof mixerBrands, 'mixer_brand'> = {
  ...common,
  contract: mixerBrands,
  table: 'mixer_brand',
  uses: (tx, _context, id) => hanging(tx, 'mixer_model', 'brand_id', id),
};

export const mixerModelTable: TableOf<typeof mixerModels, 'mixer_model'> = {
  ...common,
  contract: mixerModels,
  table: 'mixer_model',
  joins: 'join mixer_brand brand on brand.id = t.brand_id',
  fields: { brand: 't.brand_id', brand_name: 'brand.name' },
  references: { brand: mixerBrandTable },
  naming: ['brand'],
  uses: (tx, _context, id) => hanging(tx, 'mixer_item', 'model_id', id),
};

/** Calibrations of a model: encrypted for the caller's token in answers, with the server's key at rest. */
export const mixerItemTable: TableOf<typeof mixerItems, 'mixer_item'> = {
  ...common,
  contract: mixerItems,
  table: 'mixer_item',
  joins: 'join mixer_model model on model.id = t.model_id',
  fields: { model: 't.model_id', model_name: 'model.name' },
  columns: { value: null },
  references: { model: mixerModelTable },
  naming: ['model'],
  prepare: oneByOne(async (_tx, context, { input }) => {
    if (input.value === undefined) return;
    const { exp } = accountOf(context.principal).claims;
    return { value: seal(context.services.secret, decryptFrom(exp, String(input.value), 'value')) };
  }),
  async attachNested(_db, rows, context) {
    const { exp } = accountOf(context.principal).claims;
    return rows.map((row) => ({ ...row, value: reencryptFor(exp, context.services.secret, row.value) }));
  },
};

/** Children of a row. */
async function hanging(tx: Tx, table: 'mixer_model' | 'mixer_item', column: string, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select ${table === 'mixer_model' ? 'mixermodels' : 'mixeritems'}::text as resource, id, name from ${sql.table(table)} where ${sql.ref(column)} = ${id} order by name limit 20`.execute(
    tx,
  );
  return rows;
}
