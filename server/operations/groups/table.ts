import { groups } from '#contract/operations/groups.ts';
import { keepFormer, replacedBy } from '#server/domain/former-values.ts';
import { groupUses } from '#server/domain/plan-uses.ts';
import { todayOn } from '#server/domain/timezone.ts';
import { animalTypeTable } from '#server/operations/animal-types/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import { materialise } from '#server/operations/periods/materialise.ts';
import { programmeTable } from '#server/operations/programmes/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import { type Change, heldBy, named, type TableOf } from '#server/platform/resource/table.ts';
import { keepHeads } from './heads.ts';

/** Is fed by another programme than before, or from another day on. */
const follows = ({ before, after }: Change) =>
  (after.programme ?? null) !== (before?.programme ?? null) ||
  (after.started_on ?? null) !== (before?.started_on ?? null) ||
  (before !== null && after.farm !== before.farm);

import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';

export const groupTable: TableOf<typeof groups, 'animal_group'> = {
  contract: groups,
  table: 'animal_group',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join animal_type on animal_type.client_id = t.client_id and animal_type.id = t.animal_type_id
    left join programme on programme.client_id = t.client_id and programme.id = t.programme_id`,
  fields: {
    ...named('farm', 'animal_type', 'programme'),
    external_ids: selectExternalIds('groups'),
  },
  columns: { animal_type_since: null, external_ids: null },
  references: { farm: farmTable, animal_type: animalTypeTable, programme: programmeTable },
  naming: ['animal_type', 'programme'],
  farm: 't.farm_id',
  search: ['t.name', 'animal_type.name'],
  filters: { external_id: findByExternalId('groups') },
  order: 't.name',
  lite: ['id', 'name', 'farm', 'animal_type', 'animal_count'],
  remove: 'soft',
  choices: { lasting: heldBy('schedule_group x where x.farm_id = t.farm_id and x.group_id = t.id') },
  async prepare(tx, context, changes) {
    for (const change of changes) {
      const { after } = change;
      if (after.programme == null) {
        // Ending a programme also clears its first day, without naming it.
        if (change.input.started_on != null) change.refuse(invalid('programme', 'required'));
        change.columns.started_on = null;
        continue;
      }
      if (after.started_on == null) change.refuse(invalid('started_on', 'required'));
      if (follows(change)) await demandOnFarm(tx, context, 'programme', after.farm, [after.programme], 'programme');
    }
  },
  async afterWrite(tx, context, changes) {
    const { client, services } = context;
    const retyped = replacedBy(changes, 'animal_type', ({ input }) => input.animal_type_since === 'open_months');
    await keepFormer(tx, client, services.now(), 'former_animal_type', retyped);
    const refed = new Set(changes.filter(follows).map(({ after }) => after.farm as number));
    for (const farm of refed) await materialise(tx, client, farm, services.now());
    const counted = changes.filter(({ before, after }) => after.animal_count !== before?.animal_count);
    if (counted.length === 0) return;
    const farms = counted.map(({ after }) => after.farm as number);
    const today = await todayOn(tx, client, services.now(), farms);
    const counts = counted.map(({ id, after }) => ({ group: id, day: today.get(after.farm) ?? '', heads: after.animal_count as number }));
    await keepHeads(tx, context, counts);
    const fed = counted.filter(({ before }) => before).map(({ id }) => id);
    if (fed.length > 0) await refreshWaited(tx, client, { group: fed }, services.now());
  },
  uses: groupUses,
};
