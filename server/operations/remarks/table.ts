import { sql } from 'kysely';
import { REMARK_SUBJECTS, remarks } from '#contract/operations/remarks.ts';
import { demandUsable } from '#server/domain/usable-ingredients.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

const LIES_IN = { group: 'animal_group', ration: 'ration', mixer: 'mixer' } as const;

/** The subject of a note may be deleted, because the note belongs to the past. */
export const remarkTable: TableOf<typeof remarks, 'remark'> = {
  contract: remarks,
  table: 'remark',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id
    left join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    left join ration on ration.client_id = t.client_id and ration.id = t.ration_id
    left join mixer on mixer.client_id = t.client_id and mixer.id = t.mixer_id
    left join account on account.id = t.account_id`,
  fields: {
    ...named('farm'),
    group: 't.group_id',
    ingredient: 't.ingredient_id',
    ration: 't.ration_id',
    mixer: 't.mixer_id',
    subject_name: 'coalesce(animal_group.name, ingredient.name, ration.name, mixer.name)',
    author: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.text', 'animal_group.name', 'ingredient.name', 'ration.name', 'mixer.name'],
  filters: {
    date_after: (day: string) => sql`t.date >= ${day}`,
    date_before: (day: string) => sql`t.date <= ${day}`,
  },
  order: 't.date desc',
  remove: 'soft',
  title: (row) => row.text,
  prepare: oneByOne(async (tx, context, { before, after }) => {
    const [subject, second] = REMARK_SUBJECTS.filter((one) => (after[one] ?? null) !== null);
    if (second) throw invalid(second, 'invalid_value');
    if (subject && (before?.[subject] !== after[subject] || before?.farm !== after.farm)) {
      if (subject === 'ingredient') await demandUsable(tx, context.client, after.farm, after.ingredient, subject);
      else await demandOnFarm(tx, context, LIES_IN[subject], after.farm, [after[subject]], subject);
    }
    // The last author signs the note.
    return { account_id: accountOf(context.principal).id };
  }),
};
