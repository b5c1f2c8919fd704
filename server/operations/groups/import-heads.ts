import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { ImportBody, Imported, ImportedRow, ImportUnusual } from '#contract/imports.ts';
import { headCounts } from '#contract/operations/groups.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { fromZod } from '#server/platform/errors.ts';
import { findEarlyDays } from '#server/platform/resource/import/early-days.ts';
import { namesOf } from '#server/platform/resource/import/names.ts';
import { placesOf } from '#server/platform/resource/import/places.ts';
import { createProblems, namesTwin, type Problems } from '#server/platform/resource/import/problems.ts';
import { cleanRow } from '#server/platform/resource/import/rows.ts';
import { demandKnownFields } from '#server/platform/resource/import/unknown-fields.ts';
import { listUnmatched, type NamedFields } from '#server/platform/resource/import/unmatched.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { groupTable } from './table.ts';
import { type HeadsOfDay, writeHeads } from './write-heads.ts';

interface Counted extends HeadsOfDay {
  at: number;
  farm: number;
  /** The group's present count. */
  present: number | null;
}

const NAMED: NamedFields = { farm: 'farms', group: 'groups' };

/** Imports head counts of a file. A group's present count is the newest one; counts of past days in open months may be corrected. */
export async function importHeads(context: ClientContext, { rows, farm, dry_run }: ImportBody): Promise<Imported> {
  const raws = rows.map(cleanRow);
  demandKnownFields(headCounts, { references: ['group'] }, raws);
  return context.write(async (tx) => {
    const problems = createProblems((at, field) =>
      (field === 'group' || field === 'farm') && !raws[at]?.[field] ? `${field}_name` : field,
    );
    const places = await placesOf(tx, context, farm);
    const counted = await read(tx, context, raws, places, problems);
    await refuseClosed(tx, context, counted, problems);
    const changed = counted.filter(({ at, before, heads }) => !problems.isWrong(at) && before !== heads);
    if (!dry_run) {
      problems.demandNone();
      await writeHeads(tx, context, changed);
    }
    const known = new Map(changed.map((count) => [count.at, count]));
    const early = dry_run
      ? await findEarlyDays(
          tx,
          context.client,
          changed.map(({ at, farm: of, day }) => ({ at, farm: of, field: 'day', value: day })),
        )
      : new Map<number, ImportUnusual[]>();
    const outcomes = raws.map((_, at): ImportedRow => {
      const count = known.get(at);
      const action = problems.isWrong(at) ? 'wrong' : toAction(count);
      const unusual = dry_run ? [...listUnusualHeads(count), ...(early.get(at) ?? [])] : [];
      return { action, id: null, version: null, before: action === 'update' ? { heads: count?.before } : {}, repeats: null, unusual };
    });
    const tally = (action: ImportedRow['action']) => outcomes.filter((row) => row.action === action).length;
    const { errors } = problems;
    const findFarm = (at: number) => places.of(raws[at] ?? {}, null, () => undefined)?.id;
    const unmatched = dry_run ? listUnmatched(errors, raws, NAMED, context.services.tables, findFarm) : [];
    return { created: tally('create'), updated: tally('update'), same: tally('same'), rows: outcomes, errors, unmatched };
  });
}

const toAction = (count: Counted | undefined): ImportedRow['action'] => {
  if (!count) return 'same';
  return count.before === null ? 'create' : 'update';
};

/** Heads far from those of the day, or else of today. */
function listUnusualHeads(count: Counted | undefined): ImportUnusual[] {
  const usual = count ? (count.before ?? count.present) : null;
  return count && isUnusual(count.heads, usual) ? [{ field: 'heads', usual }] : [];
}

async function read(
  tx: Tx,
  context: ClientContext,
  raws: readonly AnyRow[],
  places: Awaited<ReturnType<typeof placesOf>>,
  problems: Problems,
): Promise<Counted[]> {
  const groupOf = await namesOf(
    tx,
    context,
    groupTable,
    raws.map((raw) => raw.group ?? raw.group_name),
  );
  const days = new Map<string, number>();
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
    else {
      const key = `${checked.data.group} ${checked.data.day}`;
      const twin = days.get(key);
      if (twin !== undefined) {
        refuse('day', 'not_unique', namesTwin(twin));
        return [];
      }
      days.set(key, at);
      return [{ ...checked.data, at, farm: place.id, before: null as number | null, present: null }];
    }
    return [];
  });
  const { rows } = await sql<{ n: number; heads: number | null; present: number }>`
    select c.n, h.heads, g.animal_count as present
    from unnest(${counts.map(({ group }) => group)}::bigint[], ${counts.map(({ day }) => day)}::date[]) with ordinality c (of, day, n)
    join animal_group g on g.client_id = ${context.client} and g.id = c.of
    left join head_count h on h.client_id = ${context.client} and h.group_id = c.of and h.day = c.day`.execute(tx);
  for (const { n, heads, present } of rows) {
    const count = counts[n - 1];
    if (count) Object.assign(count, { before: heads, present });
  }
  return counts;
}

/** Refuses changes of counts that a closed month is based on. */
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
