import type { FileReason } from '#common/files/incoming/problem.ts';
import { INCOMING_STORE } from './incoming-farm.ts';
import { KIND_RELATIVES, type OTHER_LISTS } from './kind-relatives.ts';

/** Lists whose files have relatives of the cases in `tests/incoming`. */
type CaseList = 'deliveries' | 'orders' | 'openings' | 'ingredients' | 'milk' | 'headCounts';
export type RelativeList = CaseList | (typeof OTHER_LISTS)[number];

type Row = Readonly<Record<string, string | number>>;
/** The right result of a file: its rows' values, a refusal, rows that a person confirms, or a number of wrong rows. */
type Result = { rows: readonly Row[] } | { refused: FileReason } | { unusual: number } | { wrong: number };

export interface Relative {
  /** The number of the case in `tests/incoming`, or the rule. */
  of: string;
  list: RelativeList;
  name: string;
  text: string;
  result: Result;
}

type Column = readonly [heading: string, cell: string];
/** Columns of a plain line by their role. */
type Columns = Readonly<Record<string, Column>>;

const FEED: Column = ['Інгредієнт', 'Ячмінь дроблений'];
const AMOUNTS: Columns = { weight: ['Вага, кг', '9800'], price: ['Ціна, ₴/кг', '8,1'] };
/** A plain line of each list. */
const PLAIN: Readonly<Record<CaseList, Columns>> = {
  deliveries: { name: FEED, day: ['Коли', '20.11.2026'], type: ['Тип', 'Поставка'], ...AMOUNTS },
  orders: {
    name: FEED,
    company: ['Постачальник', 'ТОВ «Зерно Небувале»'],
    day: ['Від', '20.11.2026'],
    to: ['До', '30.11.2026'],
    ...AMOUNTS,
  },
  openings: { name: FEED, day: ['На початок дня', '20.11.2026'], ...AMOUNTS },
  ingredients: {
    name: ['Інгредієнт', 'Пшениця фуражна'],
    type: ['Тип', 'Зернові'],
    stock: ['Склад', INCOMING_STORE],
    price: ['Ціна, ₴/кг', '8,1'],
    dryMatter: ['Суха речовина, %', '86,5'],
  },
  milk: {
    day: ['День', '20.11.2026'],
    name: ['Група', 'Роздій 1'],
    weight: ['Надій, кг', '4600'],
    fat: ['Жир, %', '3,8'],
    protein: ['Білок, %', '3,3'],
  },
  headCounts: { name: ['Група', 'Роздій 1'], day: ['Від', '20.11.2026'], heads: ['Поголів’я', '121'] },
};
/** The beginning of the day or moment of plain lines. */
export const DAY = '2026-11-20';
const MONEY: readonly CaseList[] = ['deliveries', 'orders', 'openings'];
const DATED: readonly CaseList[] = [...MONEY, 'milk', 'headCounts'];
const ALL: readonly CaseList[] = [...DATED, 'ingredients'];

/** The field of the weight, and that of the day. */
const WEIGHT_FIELDS = { deliveries: 'value', orders: 'kg', openings: 'kg', milk: 'kg', headCounts: 'heads', ingredients: 'price' } as const;
const DAY_FIELDS = {
  ...{ deliveries: 'delivered_at', orders: 'from', openings: 'day', milk: 'day', headCounts: 'day', ingredients: 'name' },
} as const;
const PLAIN_WEIGHTS = { deliveries: 9800, orders: 9800, openings: 9800, milk: 4600, headCounts: 121, ingredients: 8.1 } as const;

const toText = (lines: readonly Columns[], more: readonly string[] = []) => {
  const headings = Object.values(lines[0] ?? {}).map(([heading]) => heading);
  const cells = lines.map((line) => Object.values(line).map(([, cell]) => cell));
  return [headings, ...cells]
    .map((line) => line.join(';'))
    .concat(more)
    .join('\n');
};
/** A file of one line: the plain line of the list with other columns. */
const write = (list: CaseList, changed: Columns = {}, more: readonly string[] = []) => toText([{ ...PLAIN[list], ...changed }], more);
const plainRow = (list: CaseList): Row => ({ [WEIGHT_FIELDS[list]]: PLAIN_WEIGHTS[list] });
const amounts = (list: CaseList, weight = 9800, price = 8.1): Result => ({ rows: [{ [WEIGHT_FIELDS[list]]: weight, price }] });

const relative = (of: string, list: CaseList, name: string, text: string, result: Result): Relative => ({
  of,
  list,
  name,
  text,
  result,
});

/** 01–03, 12, 13: units, currencies, net weights and amounts. */
const ofMoney = MONEY.flatMap((list): Relative[] => [
  ...[
    ['т', '9,8', '8100'],
    ['ц', '98', '810'],
    ['t', '9.8', '8100'],
    ['кг', '9800', '8.10'],
  ].map(([unit = '', weight = '', price = '']) =>
    relative(
      '01',
      list,
      `units of the line: ${unit}`,
      write(list, { unit: ['Од. вим.', unit], weight: ['Вага', weight], price: ['Ціна', price] }),
      amounts(list),
    ),
  ),
  ...['т', 'ц'].map((unit) =>
    relative(
      '02',
      list,
      `a price without a unit next to ${unit}`,
      write(list, { weight: [`Вага, ${unit}`, '9,8'], price: ['Ціна, грн', '8100'] }),
      {
        refused: 'price_unit',
      },
    ),
  ),
  ...['$/кг', '€/т', 'USD/кг', 'zł/кг'].map((unit) =>
    relative('03', list, `a price in ${unit}`, write(list, { price: [`Ціна, ${unit}`, '0,35'] }), { refused: 'other_currency' }),
  ),
  relative('12', list, 'a net weight', write(list, { gross: ['Вага, кг', '24800'], weight: ['Вага нетто, кг', '9800'] }), amounts(list)),
  relative('13', list, 'an amount of a tenth', write(list, { amount: ['Сума, ₴', '7938'] }), { unusual: 1 }),
  relative('13', list, 'the right amount', write(list, { amount: ['Сума, ₴', '79 380,00'] }), amounts(list)),
  relative('14', list, 'a dot that may part thousands', write(list, { weight: ['Вага, кг', '9.800'] }), { refused: 'ambiguous_number' }),
]);

/** 14: one meaning of the dot in a column. */
const ofDots = (['deliveries', 'orders', 'milk'] as const).map((list) => {
  const [heading = ''] = PLAIN[list].weight ?? [];
  const weights = ['4.200', '4.450,5'].map((cell): Columns => ({ weight: [heading, cell] }));
  const days = ['20.11.2026', '21.11.2026'].map((cell): Columns => ({ day: [PLAIN[list].day?.[0] ?? '', cell] }));
  return relative('14', list, 'dots and a comma', toText(weights.map((one, at) => ({ ...PLAIN[list], ...days[at], ...one }))), {
    rows: [4200, 4450.5].map((weight) => ({ [WEIGHT_FIELDS[list]]: weight })),
  });
});

/** 08, 15, 16: days in the ways of programs and people, and numbers that are no days. */
const ofDays = DATED.flatMap((list): Relative[] => {
  const [heading = ''] = PLAIN[list].day ?? [];
  const onDay = (cell: string) => write(list, { day: [heading, cell] });
  return [
    ...['20 листопада 2026', '20.11.2026 р.', '2026-11-20', '20261120', '20/11/2026', '2026-11-20 00:00:00.000'].map((cell) =>
      relative('16', list, `the day ${cell}`, onDay(cell), { rows: [{ [DAY_FIELDS[list]]: DAY }] }),
    ),
    ...['5.11', 'листопад'].map((cell) => relative('08', list, `the day ${cell}`, onDay(cell), { wrong: 1 })),
  ];
});

/** 06, 17, 18, 20: totals, signatures, marks of headings and kinds of files, in every list. */
const ofAll = ALL.flatMap((list): Relative[] => {
  const starred = Object.fromEntries(Object.entries(PLAIN[list]).map(([key, [heading, cell]]) => [key, [`${heading} *`, cell]])) as Columns;
  const width = Object.keys(PLAIN[list]).length;
  const total = ['Разом', ...Array.from({ length: width - 1 }, () => '')].join(';');
  const signature = ['Головний бухгалтер ________', ...Array.from({ length: width - 1 }, () => '')].join(';');
  return [
    relative('06', list, 'an open quote', write(list, { note: ['Примітка', '"накладна'] }, [write(list).split('\n')[1] ?? '']), {
      refused: 'unclosed_quote',
    }),
    relative('17', list, 'a total and a signature', write(list, {}, [total, signature]), { rows: [plainRow(list)] }),
    relative('18', list, 'stars behind headings', toText([starred]), { rows: [plainRow(list)] }),
    relative('20', list, 'a web page', `<html><body><table><tr><td>${list}</td></tr></table></body></html>`, { refused: 'web_table' }),
    relative('20', list, 'JSON', `[{"name": "${list}"}]`, { refused: 'json' }),
  ];
});

const NAMES = ['Ячмінь дроблений'.normalize('NFD'), 'Ячмінь  дроблений', 'ЯЧМІНЬ ДРОБЛЕНИЙ', 'Ячмінь дроблений\u200b', 'Ячмiнь дроблений'];
/** 23, 31: names in other spellings, and rows that occur twice. */
const ofNames = [
  ...MONEY.flatMap((list) =>
    NAMES.map((name) =>
      relative('23', list, `the spelling ${JSON.stringify(name)}`, write(list, { name: ['Інгредієнт', name] }), amounts(list)),
    ),
  ),
  ...(['milk', 'headCounts', 'ingredients'] as const).map((list) =>
    relative('31', list, 'a row that occurs twice', toText([PLAIN[list], PLAIN[list]]), { wrong: 1 }),
  ),
  relative('23', 'ingredients', 'a new name with a Latin letter', write('ingredients', { name: ['Інгредієнт', 'Пшениця фypaжна'] }), {
    wrong: 1,
  }),
];

const known = { name: FEED } as const;
/** 24–27, 29, 32: figures far off the usual, and dry matter with humidity. */
const ofFigures = [
  ...['8100', '0,0081', '810'].map((price) =>
    relative('27', 'ingredients', `the price ${price}`, write('ingredients', { ...known, price: ['Ціна, ₴/кг', price] }), { unusual: 1 }),
  ),
  relative('24', 'ingredients', 'dry matter as a fraction', write('ingredients', { ...known, dryMatter: ['Суха речовина, %', '0,36'] }), {
    unusual: 1,
  }),
  ...['4,6', '46', '0,46'].map((kg) =>
    relative('29', 'milk', `${kg} kg of milk`, write('milk', { weight: ['Надій, кг', kg] }), { unusual: 1 }),
  ),
  ...['12000', '3', '4000'].map((heads) =>
    relative('32', 'headCounts', `${heads} heads`, write('headCounts', { heads: ['Поголів’я', heads] }), { unusual: 1 }),
  ),
  ...(
    [
      ['33,6', '70'],
      ['90', '20'],
      ['0', '90'],
    ] as const
  ).map(([dry, humidity]) =>
    relative(
      '26',
      'ingredients',
      `dry matter ${dry} and humidity ${humidity}`,
      write('ingredients', { dryMatter: ['Суха речовина, %', dry], humidity: ['Вологість, %', humidity] }),
      { wrong: 1 },
    ),
  ),
  relative('25', 'ingredients', 'an empty humidity', write('ingredients', { humidity: ['Вологість, %', ''] }), {
    rows: [{ dry_matter: 86.5 }],
  }),
  relative(
    '25',
    'ingredients',
    'an empty dry matter',
    write('ingredients', { dryMatter: ['Суха речовина, %', ''], humidity: ['Вологість, %', '13,5'] }),
    {
      rows: [{ humidity: 13.5 }],
    },
  ),
];

export const RELATIVES: readonly Relative[] = [
  ...[...ofMoney, ...ofDots, ...ofDays, ...ofAll, ...ofNames, ...ofFigures],
  ...KIND_RELATIVES,
];
