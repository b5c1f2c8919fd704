import { KIND_FORMATS } from '#common/format/kinds.ts';
import { type FileCell, isEmpty, type Sheet, textIn, toPlainCell } from './cell.ts';
import { toMoment } from './cells.ts';
import type { FoundColumn, FoundHeader, OtherColumn } from './header.ts';
import { type DayOrder, findOrder, isTimeOnly, readTime, toDayOrder } from './moments.ts';
import { findMarks, type MarkMeaning } from './numbers.ts';
import type { FilePlan } from './plan.ts';
import { FileProblem } from './problem.ts';
import { findUnit, isUnitWord, kgOfOwn, moneyIn, splitUnit } from './units.ts';

/** How the columns of a table are read: what holds for the column as a whole. */
export interface ColumnReading {
  /** The index of the first line of data. */
  firstLine: number;
  order: DayOrder;
  example: { text: string; day: string } | null;
  marks: ReadonlyMap<number, Partial<Record<'.' | ',', MarkMeaning>>>;
  /** Kilograms of one of a column's unit, by heading and unit row; absent if neither names a unit. */
  own: ReadonlyMap<number, number>;
  named: Map<number, string>;
  weights: FoundColumn[];
  prices: FoundColumn[];
  weight: FoundColumn | undefined;
  price: FoundColumn | undefined;
  unit: number | undefined;
  net: number | undefined;
  gross: number | undefined;
  amount: number | undefined;
  /** Moisture, if the table has dry matter, too. */
  moisture: number | undefined;
  time: number | undefined;
  moment: string | undefined;
  readTimeAt: (cell: FileCell | undefined) => string | null;
  /** Throws a `FileProblem` if a column that isn't read may be what a default would replace. */
  demandRead: () => void;
}

/** Texts of a column that decide how it is read; more texts change nothing. */
const isNumberField = ({ field }: FoundColumn) => KIND_FORMATS[field.kind].type === 'number' && !field.options;
const isMomentField = ({ field }: FoundColumn) => field.kind === 'date' || field.kind === 'datetime';

/** Reads each column as a whole: its unit, the order of day and month, the meaning of dot and comma. Throws a `FileProblem` if one is open. */
export function findReading(header: FoundHeader, sheet: Sheet, plan: FilePlan): ColumnReading {
  const { columns, others } = header;
  const unitRow = readUnitRow(sheet.rows[header.line + 1] ?? [], columns, plan);
  const firstLine = header.line + (unitRow ? 2 : 1);
  const lines = sheet.rows.filter((_, index) => index >= firstLine && !sheet.unseen.has(index));
  const textsAt = (at: number) => lines.map((cells) => toPlainCell(cells[at])).filter((cell) => typeof cell === 'string');
  const roleAt = (role: OtherColumn['role']) => others.find((other) => other.role === role)?.at;

  const { own, named } = mergeUnits(columns, unitRow);
  const weights = columns.filter(({ field }) => field.kind === 'weight');
  const prices = columns.filter(({ field }) => field.kind === 'price');
  const unit = roleAt('unit') ?? others.find(({ at, isLeftOut }) => !isLeftOut && isColumnOfUnits(textsAt(at)))?.at;
  demandOwnMoney(columns, others, unitRow, textsAt, plan);
  demandUnitOfPrice(prices, weights, own, unit, kgOfOwn(plan.units));

  const [gross, net] = [roleAt('gross'), roleAt('net')];
  const weight = weights.length === 1 ? weights[0] : undefined;
  if (weights.length === 0 && gross !== undefined && net === undefined) demandNoWeight(plan, others, gross);

  const moments = columns.filter(isMomentField);
  return {
    firstLine,
    ...findDayOrder(moments, textsAt, plan),
    marks: readMarks(header, textsAt),
    own,
    named,
    weights,
    prices,
    weight,
    price: prices.length === 1 ? prices[0] : undefined,
    unit,
    net,
    gross,
    amount: roleAt('amount'),
    moisture: roleAt('moisture'),
    time: roleAt('time'),
    moment: moments.length === 1 ? moments[0]?.field.key : undefined,
    readTimeAt: (cell) => readTimeCell(cell),
    demandRead: () => {
      demandNeeded(plan, columns, lines);
      demandNothingReplaced(plan, columns, others, lines, unit);
    },
  };
}

type TextsAt = (at: number) => string[];

/** Returns the meaning of dot and comma for each column of numbers. Throws a `FileProblem` if a column leaves it open. */
function readMarks({ columns, others, language }: FoundHeader, textsAt: TextsAt): ColumnReading['marks'] {
  const numeric = [
    ...columns.filter(isNumberField).map((column) => ({ ...column, isCounted: COUNTED_KINDS.includes(column.field.kind) })),
    ...others.filter(({ role }) => isNumberRole(role)).map((other) => ({ ...other, isCounted: other.role !== 'moisture' })),
  ];
  return new Map(
    numeric.map(({ at, heading, isCounted }) => {
      const texts = textsAt(at);
      const found = findMarks(
        texts.map((text) => splitUnit(text).number),
        language,
      );
      const values = Object.values(found);
      if (values.includes('mixed') || (isCounted && values.includes('open') && !isOpenByChoice(found))) {
        throw new FileProblem('ambiguous_number', `${heading}: ${texts.find((text) => /[.,]/.test(text)) ?? ''}`);
      }
      return [at, found];
    }),
  );
}

/** Kinds of which a thousandth is far from the whole: a mark with two readings is refused. */
const COUNTED_KINDS: readonly string[] = ['weight', 'money', 'count'];
const isNumberRole = (role: OtherColumn['role']) => role === 'net' || role === 'gross' || role === 'amount' || role === 'moisture';

/** Returns the order of day and month, with an example if the texts leave the order open. Throws a `FileProblem` if they disagree. */
function findDayOrder(moments: readonly FoundColumn[], textsAt: TextsAt, { language }: FilePlan): Pick<ColumnReading, 'order' | 'example'> {
  const texts = moments.flatMap(({ at }) => textsAt(at));
  const days = findOrder(texts);
  if (days.order === 'mixed') throw new FileProblem('mixed_days', moments.map(({ heading }) => heading).join('; '));
  const order = days.order ?? toDayOrder(language);
  const shown = days.isOpen ? texts.find((text) => findOrder([text]).isOpen) : undefined;
  const day = shown === undefined ? null : toMoment(shown, order);
  return { order, example: shown !== undefined && day ? { text: shown, day: day.slice(0, 10) } : null };
}

/** A mark that the language doesn't use as decimal or thousands, beside one that is clear, is clear too. */
const isOpenByChoice = (found: Partial<Record<'.' | ',', MarkMeaning>>) => Object.values(found).length > 1;

type UnitRow = ReadonlyMap<number, { name: string; kg: number; isOtherMoney?: true }>;

/** The units in the line below the headings; undefined if that line is data. */
function readUnitRow(cells: readonly FileCell[], columns: readonly FoundColumn[], { units, currency }: FilePlan): UnitRow | undefined {
  const found = new Map<number, { name: string; kg: number; isOtherMoney?: true }>();
  for (const { at, field } of columns) {
    const text = textIn(toPlainCell(cells[at]))
      .trim()
      .replace(/^[([](.*)[)\]]$/, '$1');
    if (text === '') continue;
    const unit = KIND_FORMATS[field.kind].type === 'number' && !/\d/.test(text) ? findUnit(text, field.kind, units, currency) : null;
    if (unit === null) return undefined;
    found.set(at, unit);
  }
  return found.size > 0 ? found : undefined;
}

function mergeUnits(columns: readonly FoundColumn[], unitRow: UnitRow | undefined) {
  const own = new Map<number, number>();
  const named = new Map<number, string>();
  for (const { at, heading, unit } of columns) {
    const below = unitRow?.get(at);
    if (unit?.name && below?.name && unit.kg !== below.kg) throw new FileProblem('units_disagree', heading);
    const found = unit?.name ? unit : below?.name ? below : undefined;
    if (!found) continue;
    own.set(at, found.kg);
    named.set(at, found.name);
  }
  return { own, named };
}

/** True if each text of a column is a unit of weight or empty. */
const isColumnOfUnits = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => text.trim() === '' || isUnitWord(text));

function demandOwnMoney(
  columns: readonly FoundColumn[],
  others: readonly OtherColumn[],
  unitRow: UnitRow | undefined,
  textsAt: TextsAt,
  { currency }: FilePlan,
): void {
  const priced = columns.filter(({ at, unit }) => unit?.isOtherMoney || unitRow?.get(at)?.isOtherMoney);
  if (priced.length > 0) throw new FileProblem('other_currency', priced.map(({ heading }) => heading).join('; '));
  const hasMoney = columns.some(({ field }) => field.kind === 'price' || field.kind === 'money');
  for (const { at, heading, role } of hasMoney ? others : []) {
    const other = role === 'currency' ? textsAt(at).find((text) => text.trim() !== '' && moneyIn(text, currency) !== 'own') : undefined;
    if (other !== undefined) throw new FileProblem('other_currency', `${heading}: ${other}`);
  }
}

/** A price without a unit is per the reader's own unit only if the weight beside it is in that unit, too. */
function demandUnitOfPrice(
  prices: readonly FoundColumn[],
  weights: readonly FoundColumn[],
  own: ReadonlyMap<number, number>,
  unit: number | undefined,
  usual: number,
): void {
  const isOther = weights.some(({ at }) => own.has(at) && own.get(at) !== usual);
  const open = prices.filter(({ at }) => !own.has(at));
  if (isOther && open.length > 0 && unit === undefined) throw new FileProblem('price_unit', open.map(({ heading }) => heading).join('; '));
}

function demandNoWeight({ fields }: FilePlan, others: readonly OtherColumn[], gross: number): void {
  if (!fields.some(({ kind }) => kind === 'weight')) return;
  throw new FileProblem('gross_only', others.find(({ at }) => at === gross)?.heading ?? '');
}

/** A column with figures whose meaning follows from another column. */
function demandNeeded({ fields, language }: FilePlan, columns: readonly FoundColumn[], lines: readonly (readonly FileCell[])[]): void {
  const keys = new Set(columns.map(({ field }) => field.key));
  const needing = columns.filter(({ field, at }) => field.needs && !keys.has(field.needs) && lines.some((cells) => !isEmpty(cells[at])));
  const labels = needing.map(({ field }) => fields.find(({ key }) => key === field.needs)?.labels[language] ?? field.needs ?? '');
  if (labels.length > 0) throw new FileProblem('missing_column', [...new Set(labels)].join('; '));
}

/** A column that nothing is read from, of a sort for which the list has a field that the file seems not to have. */
function demandNothingReplaced(
  { fields }: FilePlan,
  columns: readonly FoundColumn[],
  others: readonly OtherColumn[],
  lines: readonly (readonly FileCell[])[],
  unit: number | undefined,
): void {
  const isAbsent = (kinds: readonly string[]) =>
    fields.some(({ kind }) => kinds.includes(kind)) && !columns.some(({ field }) => kinds.includes(field.kind));
  const unread = others.filter(({ role, isLeftOut, at }) => role === null && !isLeftOut && at !== unit);
  const isMoments = ({ at }: OtherColumn) => {
    const filled = lines.map((cells) => toPlainCell(cells[at])).filter((cell) => !isEmpty(cell));
    const isMoment = (cell: (typeof filled)[number]) =>
      (typeof cell === 'object' && cell !== null && 'wall' in cell && !isTimeOnly(cell.wall)) ||
      (typeof cell === 'string' && toMoment(cell, 'day-first') !== null);
    return filled.length > 0 && filled.filter(isMoment).length * 2 > filled.length;
  };
  const open = isAbsent(['date', 'datetime']) ? unread.filter(isMoments) : [];
  const stems = fields.filter(
    ({ key, kind }) => (kind === 'weight' || kind === 'price') && !columns.some(({ field }) => field.key === key && field.kind === kind),
  );
  const alike = unread.filter(({ heading }) =>
    stems.some(({ labels }) => Object.values(labels).some((label) => startsLike(heading, label))),
  );
  const named = [...new Set([...open, ...alike])];
  if (named.length > 0) throw new FileProblem('unread_column', named.map(({ heading }) => heading).join('; '));
}

/** True if a heading begins with the label of a field, as `Ціна закупівлі` does. */
const startsLike = (heading: string, label: string): boolean =>
  label.length > 2 && heading.toLowerCase().startsWith(label.toLowerCase()) && /[^\p{L}]/u.test(heading.charAt(label.length) || ' ');

function readTimeCell(cell: FileCell | undefined): string | null {
  const plain = toPlainCell(cell);
  if (typeof plain === 'number')
    return plain >= 0 && plain < 1 ? new Date(Math.round(plain * 86_400_000)).toISOString().slice(11, 19) : null;
  if (typeof plain === 'object' && plain !== null && 'wall' in plain) return plain.wall.slice(11, 19);
  return typeof plain === 'string' ? readTime(plain) : null;
}
