import i18next from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Imported, ImportedRow } from '#contract/imports.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Listed } from '#contract/resource.ts';
import { ASKING_LISTS } from '#contract/usual.ts';
import { api } from '#src/core/api/api.ts';
import { ask } from '#src/core/ui/question.ts';

type Unusual = ImportedRow['unusual'][number];
type Labels = Readonly<Record<string, string | undefined>>;

interface UnusualCheck {
  /** Undefined for a new row. */
  id?: number | undefined;
  values: object;
  farm?: number | undefined;
  labels: Labels;
  format: Formatter;
}

/** How the figures of these fields are written; other fields are plain numbers. */
const FIELD_KINDS: Readonly<Record<string, Kind>> = {
  kg: 'weight',
  weight_per_head: 'weight',
  kg_per_head_day: 'weight',
  value: 'weight',
  price: 'price',
  base: 'price',
  heads: 'count',
  animal_count: 'count',
  percent: 'percent',
  dry_matter: 'percent',
  fat: 'percent',
  protein: 'percent',
};

/** Milliseconds that a check may take: a phone without a network saves without it. */
const LONGEST_CHECK = 5000;

/** Max figures that a question names. */
const MAX_NAMED = 10;

/** Asks about figures and days of a form that are far off the usual, by the server's rule; true if a person confirms them, or if there are none. */
export const confirmUnusual = (resource: Pick<Listed, 'id' | 'path'>, check: UnusualCheck): Promise<boolean> =>
  confirmUnusualRows(resource, [check]);

/** Asks about the rows of one farm together, like `confirmUnusual`. */
export async function confirmUnusualRows(resource: Pick<Listed, 'id' | 'path'>, checks: readonly UnusualCheck[]): Promise<boolean> {
  if (!(ASKING_LISTS as readonly string[]).includes(resource.id) || checks.length === 0) return true;
  const farm = checks[0]?.farm;
  const rows = checks.map(({ id, values }) => ({ ...values, id: id ?? null }));
  const body = { dry_run: true, rows, ...(farm === undefined ? {} : { farm }) };
  // A check that fails holds up no save: the save reports its own errors.
  const found = await api.post<Imported>(`${resource.path}/import/`, { body, farm, timeout: LONGEST_CHECK }).then(
    ({ data }) => data.rows.flatMap(({ unusual }, at) => unusual.map((one) => describeUnusual(one, checks[at]!))),
    () => [],
  );
  if (found.length === 0) return true;
  const named = found.length > MAX_NAMED ? [...found.slice(0, MAX_NAMED), `… (${found.length})`] : found;
  return ask({ title: i18next.t('core:unusual.title'), text: named.join(' '), confirm: i18next.t('core:unusual.confirm') });
}

/** Throws an AbortError if the person doesn't confirm the unusual figures of a form: the form stays open as it is. */
export async function demandConfirmed(resource: Pick<Listed, 'id' | 'path'>, check: UnusualCheck): Promise<void> {
  if (!(await confirmUnusual(resource, check))) throw new DOMException('', 'AbortError');
}

function describeUnusual({ field, usual }: Unusual, { values, labels, format }: UnusualCheck): string {
  const path = field.split('.');
  const [list = '', part] = path;
  // A figure of a part is named by its list and its place.
  const name = labels[field] ?? [labels[list], part && Number(part) + 1].filter(Boolean).join(' ');
  const given = path.reduce<unknown>((within, key) => (within as Record<string, unknown> | null)?.[key], values) ?? null;
  if (typeof usual === 'string') {
    const day = String(given).slice(0, 10);
    return i18next.t('core:unusual.day', { name, given: format.value('date', day), usual: format.value('date', usual) });
  }
  const kind = FIELD_KINDS[path.at(-1) ?? ''] ?? 'ratio';
  const unit = format.unit(kind);
  const write = (figure: number) => `${format.value(kind, figure)}${unit ? `\u00a0${i18next.t(unit, format.unitValues)}` : ''}`;
  return i18next.t('core:unusual.figure', { name, given: write(Number(given)), usual: write(usual) });
}
