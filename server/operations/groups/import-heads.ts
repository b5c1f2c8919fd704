import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { ImportBody, Imported, ImportedRow } from '#contract/imports.ts';
import { headCounts } from '#contract/operations/groups.ts';
import type { Tx } from '#server/db/database.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { fromZod } from '#server/platform/errors.ts';
import { namesOf } from '#server/platform/resource/import/names.ts';
import { placesOf } from '#server/platform/resource/import/places.ts';
import { createProblems, type Problems } from '#server/platform/resource/import/problems.ts';
import { cleanRow, rowsById } from '#server/platform/resource/import/rows.ts';
import { recordAll } from '#server/platform/resource/import/write.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { keepHeads } from './heads.ts';
import { groupTable } from './table.ts';

interface Counted {
  at: number;
  farm: number;
  group: number;
  day: string;
  heads: number;
  /** What was counted that day so far. */
  before: number | null;
}

/** Takes head counts of a file in: a group's present count is the newest, counts of the past and of open months may be mended. */
export async function importHeads(context: ClientContext, { rows, farm, dry_run }: ImportBody): Promise<Imported> {
  const raws = rows.map(cleanRow);
  return context.write(async (tx) => {
    const problems = createProblems((at, field) =>
      (field === 'group' || field === 'farm') && !raws[at]?.[field] ? `${field}_name` : field,
    );
    const counted = await read(tx, context, raws, farm, problems);
    await refuseClosed(tx, context, counted, problems);
    const changed = counted.filter(({ at, before, heads }) => !problems.isWrong(at) && before !== heads);
    if (!dry_run) {
      problems.demandNone();
      await write(tx, context, changed);
    }
    const known = new Map(changed.map((count) => [count.at, count]));
    const told = raws.map((_, at): ImportedRow => {
      const count = known.get(at);
      const action = problems.isWrong(at) ? 'wrong' : !count ? 'same' : count.before === null ? 'create' : 'update';
      return { action, id: null, version: null, before: action === 'update' ? { heads: count?.before } : {}, repeats: null, unusual: [] };
    });
    const tally = (action: ImportedRow['action']) => told.filter((row) => row.action === action).length;
    return { created: tally('create'), updated: tally('update'), same: tally('same'), rows: told, errors: problems.errors };
  });
}

async function read(
  tx: Tx,
  context: ClientContext,
  raws: readonly AnyRow[],
  farm: number | undefined,
  problems: Problems,
): Promise<Counted[]> {
  const places = await placesOf(tx, context, farm);
  const groupOf = await namesOf(
    tx,
    context,
    'animal_group',
    raws.map((raw) => raw.group ?? raw.group_name),
  );
  const days = new Set<string>();
  const counts = raws.flatMap((raw, at) => {
    const refuse = problems.refuser(at);
    const place = places.of(raw, null, refuse);
    const named = raw.group ?? raw.group_name ?? null;
    if (!place) return [];
    const today = dayAt(context.services.now(), place.timezone);
    const group = named === null ? undefined : groupOf(named, place, 'group', refuse);
    // A count without a day is today's.
    const values = { group, day: raw.day ?? today, heads: raw.heads ?? undefined };
    const checked = headCounts.create.safeParse(values);
    if (!checked.success) problems.addAll(at, fromZod(checked.error, values));
    else if (checked.data.day > today) refuse('day', 'too_large', { limit: today });
    else if (days.has(`${checked.data.group} ${checked.data.day}`)) refuse('day', 'not_unique');
    else {
      days.add(`${checked.data.group} ${checked.data.day}`);
      return [{ ...checked.data, at, farm: place.id, before: null as number | null }];
    }
    return [];
  });
  const { rows } = await sql<{ n: number; heads: number }>`
    select c.n, h.heads
    from unnest(${counts.map(({ group }) => group)}::bigint[], ${counts.map(({ day }) => day)}::date[]) with ordinality c (of, day, n)
    join head_count h on h.client_id = ${context.client} and h.group_id = c.of and h.day = c.day`.execute(tx);
  for (const { n, heads } of rows) {
    const count = counts[n - 1];
    if (count) count.before = heads;
  }
  return counts;
}

/** What a closed month was counted on stays. */
async function refuseClosed(tx: Tx, context: ClientContext, counts: readonly Counted[], problems: Problems): Promise<void> {
  const changed = counts.filter(({ before, heads }) => before !== heads);
  const { rows } = await sql<{ farm: number; month: string }>`
    select m.farm, m.month::text as month
    from (
      select distinct c.farm, date_trunc('month', c.day)::date as month
      from unnest(${changed.map((count) => count.farm)}::bigint[], ${changed.map(({ day }) => day)}::date[]) c (farm, day)
    ) m where not month_is_open(${context.client}, m.farm, m.month)`.execute(tx);
  const closed = new Set(rows.map(({ farm, month }) => `${farm} ${month.slice(0, 7)}`));
  for (const { at, farm, day } of changed) {
    if (closed.has(`${farm} ${day.slice(0, 7)}`)) problems.refuser(at)('day', 'month_closed', { values: [day.slice(0, 7)] });
  }
}

/** The group itself has the newest count; its history tells of each day that was put right. */
async function write(tx: Tx, context: ClientContext, counts: readonly Counted[]): Promise<void> {
  const table = anyTable(groupTable);
  const ids = [...new Set(counts.map(({ group }) => group))];
  const before = await rowsById(tx, table, context, ids, true);
  await keepHeads(tx, context, counts);
  await sql`
    update animal_group g set version = version + 1,
      animal_count = (select h.heads from head_count h where h.client_id = g.client_id and h.group_id = g.id order by h.day desc limit 1)
    where g.client_id = ${context.client} and g.id = any(${ids})`.execute(tx);
  const after = await rowsById(tx, table, context, ids);
  const changes = ids.flatMap((id) => {
    const row = after.get(id);
    const was = before.get(id);
    return row && was ? [{ id, row, was }] : [];
  });
  await recordAll(
    tx,
    context,
    table,
    changes.map(({ id, row, was }) => {
      const own = counts.filter(({ group }) => group === id).map(({ day, heads, before: counted }) => ({ day, heads, before: counted }));
      return {
        before: { ...was, heads: own.flatMap((one) => (one.before === null ? [] : [{ day: one.day, heads: one.before }])) },
        after: { ...row, heads: own.map(({ day, heads }) => ({ day, heads })) },
      };
    }),
  );
  const fed = changes.map(({ id }) => id);
  if (fed.length > 0) await refreshWaited(tx, context.client, { group: fed }, context.services.now());
}
