import { sql } from 'kysely';
import type { Language } from '#contract/kinds.ts';
import type { NutrientFormula, NutrientUnit, StandardNutrient } from '#contract/nutrient-words.ts';
import { nutrients, StarterBody } from '#contract/operations/nutrients.ts';
import { many, type RowOf } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { judge, writeChanges } from '#server/platform/resource/crud.ts';
import { list } from '#server/platform/resource/list.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { nutrientTable } from './table.ts';

interface Starter {
  standard: StandardNutrient;
  unit: NutrientUnit;
  decimals: number;
  formula?: NutrientFormula;
}

const inPercent = (standard: StandardNutrient, decimals = 1): Starter => ({ standard, unit: 'percent', decimals });

/** Energy in the unit of the language: megacalories per pound in the United States, megajoules elsewhere. */
const energyUnit = (language: Language): NutrientUnit => (language === 'us' ? 'mcal_lb' : 'mj_kg');

/** The nutrients that a farm of this language usually counts. */
function listStarter(language: Language): Starter[] {
  const energy = (standard: StandardNutrient): Starter => ({ standard, unit: energyUnit(language), decimals: 2 });
  const slavic: Starter[] =
    language === 'uk' || language === 'ru'
      ? [
          { standard: 'feed_units', unit: 'unit_kg', decimals: 2 },
          { standard: 'energy_feed_units', unit: 'unit_kg', decimals: 2, formula: 'energy_feed_units_me' },
          { standard: 'digestible_protein', unit: 'g_kg', decimals: 0 },
        ]
      : [];
  return [
    inPercent('protein'),
    inPercent('ndf'),
    inPercent('adf'),
    inPercent('starch'),
    inPercent('sugar'),
    inPercent('fat'),
    inPercent('ash'),
    energy('nel'),
    energy('me'),
    ...(['calcium', 'phosphorus', 'magnesium', 'potassium', 'sodium', 'sulfur'] as const).map((standard) => inPercent(standard, 2)),
    ...slavic,
  ];
}

/** Adds the usual nutrients of a language, except those that the client already has. */
export async function addStarter(context: ClientContext, language: Language): Promise<void> {
  const t = await textsOf(language);
  const table = anyTable(nutrientTable);
  await context.write(async (tx) => {
    const inside = { ...context, db: tx, write: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
    const { rows: known } = await sql<{ name: string; standard: string | null }>`
      select lower(name) as name, standard from nutrient where client_id = ${context.client} and not deleted`.execute(tx);
    const standards = new Set(known.map(({ standard }) => standard));
    const names = new Set(known.map(({ name }) => name));
    const wanted = listStarter(language)
      .map(({ standard, formula = null, ...rest }, at) => ({
        ...{ name: t(`nutrients:standard.${standard}`), standard, formula, per: 'dry', position: (at + 1) * 10 },
        ...rest,
      }))
      .filter(({ standard, name }) => !standards.has(standard) && !names.has(name.toLowerCase()));
    const changes = wanted.map((input) => changeOf(table, { id: 0, before: null, input }));
    await judge(tx, table, inside, changes);
    await writeChanges(tx, table, inside, changes);
  });
}

export const starterEndpoint = endpoint({
  method: 'post',
  path: `/${nutrients.path}/starter`,
  summary: 'Add the usual nutrients of a language; nutrients that are there stay as they are',
  need: { item: 'ration', action: 'add' },
  body: StarterBody,
  status: 201,
  response: many(nutrients.row),
  async handle(context, { body: { language } }) {
    await addStarter(context, language);
    const { data, count } = await list(anyTable(nutrientTable), context, { page: 1, page_size: 1000 });
    return { data: data as RowOf<typeof nutrients>[], count };
  },
});
