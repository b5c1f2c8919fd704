import { sql } from 'kysely';
import { AMOUNT_OF_UNIT, findAmountFactor } from '#contract/nutrient-units.ts';
import { MINERALS, NUTRIENT_UNITS, type NutrientUnit } from '#contract/nutrient-words.ts';

/** The id under which dry matter itself is stored and judged. */
export const DRY_MATTER_ID = 0;

const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const choose = (choices: (unit: NutrientUnit) => string) => NUTRIENT_UNITS.map((unit) => `when '${unit}' then ${choices(unit)}`).join(' ');
/** Units of contents whose amounts are in grams. */
const IN_GRAMS = NUTRIENT_UNITS.filter((unit) => AMOUNT_OF_UNIT[unit] === 'g');

/** SQL: factor from kilograms × value of the left-joined nutrient to the amount in its unit. Dry matter has no nutrient. */
export const selectAmountFactor = (nutrient: string): string =>
  `case ${nutrient}.unit ${choose((unit) => {
    const { times, per } = findAmountFactor(unit);
    return per === 1 ? String(times) : `${times} / ${per}`;
  })} else 1 end`;

/** SQL: the amount's unit of the left-joined nutrient, as `toAmountUnit` has it. */
export const selectAmountUnit = (nutrient: string): string =>
  `case when ${nutrient}.unit is null then 'kg'
    when ${nutrient}.standard in (${quote(MINERALS)}) and ${nutrient}.unit in (${quote(IN_GRAMS)}) then 'mineral_g'
    when ${nutrient}.standard is null and ${nutrient}.unit = 'g_kg' then 'mineral_g'
    else case ${nutrient}.unit ${choose((unit) => `'${AMOUNT_OF_UNIT[unit]}'`)} end end`;

/** SQL of each nutrient's unit per head and its factor, with dry matter. */
export const unitRows = (client: number) => sql`
  select t.nutrient_id, ${sql.raw(selectAmountFactor('n'))} as amount, ${sql.raw(selectAmountUnit('n'))} as amount_unit
  from (select ${DRY_MATTER_ID}::bigint as nutrient_id union all select id from nutrient where client_id = ${client} and not deleted) t
  left join nutrient n on n.client_id = ${client} and n.id = t.nutrient_id`;
