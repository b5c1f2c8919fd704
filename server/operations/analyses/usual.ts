import { sql } from 'kysely';
import type { ImportUnusual } from '#contract/imports.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { FileChange } from '#server/platform/resource/import/importable.ts';
import { listSent, type StoredValue } from './values.ts';

/** Number of latest values that define the usual one. */
const LAST = 20;
/** Significant digits of a usual value in the unit of the file. */
const DIGITS = 4;

/**
 * Values far from the usual ones of their nutrient: the median of the feed's last analyses, or of all feeds for a feed without any. A fraction
 * instead of a percentage is a hundredth of it.
 */
export async function unusualAnalyses(
  tx: Tx,
  { client }: ClientContext,
  changes: readonly FileChange[],
): Promise<Map<number, ImportUnusual[]>> {
  const values = changes.flatMap(({ at, id, input, after, found }) => {
    const sent = listSent(input);
    return ((found.values ?? []) as StoredValue[]).map(({ nutrient, value }, place) => ({
      ...{ at, except: id, ingredient: after.ingredient as number, nutrient, value },
      ...{ field: sent[place]?.field ?? '', given: sent[place]?.value ?? value },
    }));
  });
  const usual = await findUsualValues(tx, client, values);
  const found = new Map<number, ImportUnusual[]>();
  for (const { at, field, value, given, ingredient, nutrient } of values) {
    const known = usual.get(`${ingredient} ${nutrient}`) ?? null;
    if (!isUnusual(value, known)) continue;
    // In the unit and on the basis of the given value.
    const inUnit = Number(((known * given) / value).toPrecision(DIGITS));
    found.set(at, [...(found.get(at) ?? []), { field: field.startsWith('values.') ? `${field}.value` : field, usual: inUnit }]);
  }
  return found;
}

interface Wanted {
  ingredient: number;
  nutrient: number;
  /** The analysis that changes: a correction isn't compared with its own mistake. */
  except: number;
}

/** Returns the usual values by `ingredient nutrient`. */
async function findUsualValues(tx: Tx, client: number, wanted: readonly Wanted[]): Promise<Map<string, number>> {
  const pairs = [
    ...new Map(wanted.map(({ ingredient, nutrient, except }) => [`${ingredient} ${nutrient}`, { ingredient, nutrient, except }])).values(),
  ];
  const median = (ofFeed: boolean) => sql`
    select percentile_disc(0.5) within group (order by last.value) from (
      select v.value from analysis_value v join analysis a on a.client_id = v.client_id and a.id = v.analysis_id
      where v.client_id = ${client} and v.nutrient_id = w.nutrient and v.value > 0 and a.id <> w."except"
        ${ofFeed ? sql`and a.ingredient_id = w.ingredient` : sql``}
      order by a.sampled_on desc, a.id desc limit ${LAST}
    ) last`;
  const { rows } = await sql<{ ingredient: number; nutrient: number; usual: string | null }>`
    with w as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (ingredient bigint, nutrient bigint, "except" bigint)
    )
    select w.ingredient, w.nutrient, coalesce((${median(true)}), (${median(false)})) as usual from w`.execute(tx);
  return new Map(
    rows.flatMap(({ ingredient, nutrient, usual }) => (usual === null ? [] : [[`${ingredient} ${nutrient}`, Number(usual)] as const])),
  );
}
