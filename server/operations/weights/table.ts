import { weights } from '#contract/operations/weights.ts';
import { TURNS } from '#server/domain/weight-turns.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { demandNotNeeded, judgeWeights } from './judge.ts';

const turn = (row: string) => `array_position(array['${TURNS.join("', '")}'], ${row}.kind)`;
/** By how many heads it changes the group. */
const effect = (row: string) => `case ${row}.kind when 'in' then ${row}.heads when 'check' then 0 else -${row}.heads end`;

export const weightTable: TableOf<typeof weights, 'animal_weight'> = {
  contract: weights,
  table: 'animal_weight',
  ...OF_GROUP_AND_DAY,
  fields: {
    ...GROUP_FIELDS,
    // Sums the other rows and the row itself, which the writing statement doesn't see in the table yet.
    on_hand: `(select coalesce(sum(${effect('w')}), 0)::integer from animal_weight w
      where w.client_id = t.client_id and w.group_id = t.group_id and w.id <> t.id and (w.at, ${turn('w')}, w.id) < (t.at, ${turn('t')}, t.id))
      + ${effect('t')}`,
  },
  order: 't.at desc, animal_group.name',
  // The remaining heads follow from all rows.
  historic: ({ on_hand: _, ...row }) => row,
  prepare: judgeWeights,
  beforeRemove: demandNotNeeded,
};

/** A row with the moment and kind of an existing one updates it. */
export const weightImport: Importable<typeof weights> = {
  table: weightTable,
  unusual: { figures: ['kg', 'price'], alike: ['group', 'kind'] },
  byName: false,
  moments: ['at'],
  of: ['group', 'kind', 'at'],
};
