import type { z } from 'zod';
import { dayAt } from '#common/format/clock.ts';
import type { DeliveryLine } from '#contract/operations/delivery-documents.ts';
import type { Tx } from '#server/db/database.ts';
import { computeKilograms, packedOn, readPacks } from '#server/domain/packs.ts';
import { invalid } from '#server/platform/errors.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

type Line = z.output<typeof DeliveryLine>;
type WeighedLine = Line & { value: number };

interface Paper {
  /** The lines that the paper has, by id. */
  known: ReadonlyMap<number, AnyRow>;
  /** The moment of the delivery. */
  at: string;
}

/** Weighs lines in packs by the weights of the paper's day; packs that stay keep their weight. 400 at the line's field that is wrong. */
export async function weighLines(tx: Tx, client: number, lines: readonly Line[], { known, at }: Paper): Promise<WeighedLine[]> {
  const findFormer = ({ id, ingredient, pack, packs }: Line): AnyRow | undefined => {
    const row = id === undefined ? undefined : known.get(id);
    return row?.ingredient === ingredient && row.packs === packs && (pack ?? row.pack) === row.pack ? row : undefined;
  };
  const entered = lines.filter((line) => line.packs != null && !findFormer(line)).map(({ ingredient }) => ingredient);
  const feeds = entered.length > 0 ? await readPacks(tx, client, entered) : undefined;
  return lines.map((line, index): WeighedLine => {
    const toField = (field: string) => `lines.${index}.${field}`;
    const { ingredient, value, pack, packs } = line;
    // The contract demands one of the two.
    if (packs == null) return { ...line, value: value as number };
    const former = findFormer(line);
    if (former) return { ...line, value: value ?? former.value };
    const feed = feeds?.get(ingredient);
    if (!feed) throw invalid(toField('ingredient'), 'invalid_value');
    const packed = packedOn(feed.packs, { pack, packs }, dayAt(new Date(at), feed.timezone), toField);
    return { ...line, value: computeKilograms(packed, value, toField('value')) };
  });
}
