import { type RawBuilder, sql } from 'kysely';
import type { ImportUnusual } from '#contract/imports.ts';
import { isUnusual } from '#contract/usual.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import type { FileChange, PartFigure } from './importable.ts';
import { LAST, listMedians } from './medians.ts';

interface GivenPart {
  at: number;
  field: string;
  key: string;
  figure: number;
  own: number | undefined;
}

/** Returns the figures of parts that are far off the usual, by the position of their row. Their fields are paths, such as `items.0.amount`. */
export async function findUnusualParts(
  tx: Tx,
  context: ClientContext,
  changes: readonly FileChange[],
  rules: readonly PartFigure[],
): Promise<Map<number, ImportUnusual[]>> {
  const found = new Map<number, ImportUnusual[]>();
  for (const rule of rules) {
    const parts = listGiven(changes, rule);
    const stored = await findStoredMedians(tx, rule.stored(context), new Set(parts.map(({ key }) => key)));
    const inFile = listMedians(parts);
    for (const { at, field, key, figure, own } of parts) {
      const usual = own ?? stored.get(key) ?? inFile.get(key) ?? rule.otherwise ?? null;
      if (!isUnusual(figure, usual) || (rule.onlyAbove && figure < usual)) continue;
      found.set(at, [...(found.get(at) ?? []), { field, usual }]);
    }
  }
  return found;
}

function listGiven(changes: readonly FileChange[], { list, figure, toKey, names }: PartFigure): GivenPart[] {
  return changes.flatMap(({ at, before, after, input }) => {
    const parts = input[list] as AnyRow[] | undefined;
    if (!parts) return [];
    const toName = (part: AnyRow) => JSON.stringify(names.map((name) => part[name] ?? null));
    const known = new Map<string, number>();
    for (const part of (before?.[list] ?? []) as AnyRow[]) {
      const key = before && toKey(part, before);
      if (typeof part[figure] === 'number' && part[figure] > 0) known.set(`${key} ${toName(part)}`, part[figure]);
    }
    return parts.flatMap((part, place): GivenPart[] => {
      const given = part[figure];
      const key = toKey(part, after);
      if (typeof given !== 'number' || key === null) return [];
      return [{ at, field: `${list}.${place}.${figure}`, key, figure: given, own: known.get(`${key} ${toName(part)}`) }];
    });
  });
}

/** The median of the last stored figures of each key. */
async function findStoredMedians(tx: Tx, figures: RawBuilder<unknown>, keys: ReadonlySet<string>): Promise<Map<string, number>> {
  if (keys.size === 0) return new Map();
  const { rows } = await sql<{ key: string; usual: string }>`
    select key, percentile_disc(0.5) within group (order by figure) as usual from (
      select key, figure, row_number() over (partition by key order by id desc) as nth from (${figures}) known (key, figure, id)
      where figure > 0 and key = any(${[...keys]}::text[])
    ) last where nth <= ${LAST} group by key`.execute(tx);
  return new Map(rows.map(({ key, usual }) => [key, Number(usual)]));
}
