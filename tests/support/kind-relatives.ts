import type { Relative } from './relatives.ts';

type Column = readonly [heading: string, cell: string];
type Columns = Readonly<Record<string, Column>>;

/** Lists that the cases don't name. */
export const OTHER_LISTS = ['harvests', 'offers', 'packs', 'weights', 'milkPrices', 'dryMatter'] as const;
type OtherList = (typeof OTHER_LISTS)[number];

const DAY = '2026-11-20';
const MOMENT = '20.11.2026 08:00';
/** A plain line of each list, its main figure with the field, and the field of its day. */
const PLAIN: Readonly<Record<OtherList, Columns>> = {
  harvests: {
    name: ['Інгредієнт', 'Силос кукурудзяний'],
    day: ['Коли', MOMENT],
    figure: ['Вага, кг', '9800'],
    dryMatter: ['Суха речовина, %', '34,5'],
  },
  offers: {
    name: ['Корм', 'Ячмінь дроблений'],
    company: ['Постачальник', 'ТОВ «Зерно Небувале»'],
    figure: ['Ціна, ₴/кг', '8,1'],
    day: ['Від', '20.11.2026'],
  },
  packs: {
    name: ['Інгредієнт', 'Сіно лучне'],
    pack: ['Упаковка', 'тюк'],
    day: ['Від дня', '20.11.2026'],
    figure: ['Вага упаковки, кг', '240'],
  },
  weights: {
    day: ['Коли', MOMENT],
    name: ['Група', 'Роздій 1'],
    kind: ['Що', 'Надійшли'],
    heads: ['Голів', '2'],
    figure: ['Вага разом, кг', '700'],
    price: ['Ціна купівлі, ₴/кг', '60'],
  },
  milkPrices: {
    day: ['Діє з', '20.11.2026'],
    figure: ['Базова ціна, ₴/кг', '12,5'],
    fat: ['Ціна жиру, ₴/кг', '100'],
    protein: ['Ціна білка, ₴/кг', '200'],
  },
  dryMatter: { day: ['Виміряно', MOMENT], name: ['Інгредієнт', 'Силос кукурудзяний'], figure: ['Суха речовина, %', '36'] },
};
const FIGURES = {
  harvests: ['kg', 9800],
  offers: ['price', 8.1],
  packs: ['kg', 240],
  weights: ['kg', 700],
  milkPrices: ['base', 12.5],
  dryMatter: ['percent', 36],
} as const;
const DAY_FIELDS = {
  ...{ harvests: 'at', offers: 'from', packs: 'from', weights: 'at', milkPrices: 'from', dryMatter: 'measured_at' },
} as const satisfies Record<OtherList, string>;

const findHeading = (list: OtherList, role: string) => PLAIN[list][role]?.[0] ?? '';
/** A file of a list: each line changes columns of the plain line. */
const write = (list: OtherList, changed: readonly Columns[] = [{}], more: readonly string[] = [], separator = ';') => {
  const lines = changed.map((one): Columns => ({ ...PLAIN[list], ...one }));
  const headings = Object.values(lines[0] ?? {}).map(([heading]) => heading);
  const cells = lines.map((line) => Object.values(line).map(([, cell]) => cell));
  return [...[headings, ...cells].map((line) => line.join(separator)), ...more].join('\n');
};
const figured = (list: OtherList, ...values: readonly number[]): Relative['result'] => ({
  rows: values.map((value) => ({ [FIGURES[list][0]]: value })),
});
const asPlain = (list: OtherList) => figured(list, FIGURES[list][1]);
/** Files of one list with other days in each line, so that no row occurs twice. */
const figures = (list: OtherList, ...cells: readonly string[]) =>
  cells.map((cell, at): Columns => {
    const [heading, day = ''] = PLAIN[list].day ?? ['', ''];
    return { figure: [findHeading(list, 'figure'), cell], day: [heading ?? '', day.replace('20.', `${20 - at}.`)] };
  });

const relative = (of: string, list: OtherList, name: string, text: string, result: Relative['result']): Relative => {
  return { of, list, name, text, result };
};
const dated = (list: OtherList, cell: string) => write(list, [{ day: [findHeading(list, 'day'), cell] }]);
const onDay = (list: OtherList): Relative['result'] => ({ rows: [{ [DAY_FIELDS[list]]: DAY }] });
const writeNamed = (list: OtherList, cell: string, role = 'name') => write(list, [{ [role]: [findHeading(list, role), cell] }]);

/** K1: columns that are not understood. */
const unread = [
  relative('K1', 'harvests', 'a day under an unknown heading', write('harvests', [{ day: ['Зміна комбайна', MOMENT] }]), {
    refused: 'unread_column',
  }),
  relative('K1', 'dryMatter', 'a day under an unknown heading', write('dryMatter', [{ day: ['Сушильна шафа', MOMENT] }]), {
    refused: 'unread_column',
  }),
  relative('K1', 'weights', 'a day under an unknown heading', write('weights', [{ day: ['Розколювання', MOMENT] }]), {
    refused: 'unread_column',
  }),
  relative('K1', 'offers', 'a price under an unknown heading', write('offers', [{ figure: ['Домовлено', '8,1'] }]), { wrong: 1 }),
  relative('K1', 'packs', 'a day under an unknown heading', write('packs', [{ day: ['Партія тюків', '20.11.2026'] }]), {
    refused: 'unread_column',
  }),
];

/** K2: units and currencies. */
const units = [
  relative('K2', 'harvests', 'tonnes', write('harvests', [{ figure: ['Вага, т', '9,8'] }]), asPlain('harvests')),
  relative('K2', 'packs', 'tonnes', write('packs', [{ figure: ['Вага упаковки, т', '0,24'] }]), asPlain('packs')),
  relative('K2', 'offers', 'a price per tonne', write('offers', [{ figure: ['Ціна, грн/т', '8100'] }]), asPlain('offers')),
  relative('K2', 'weights', 'a price in dollars', write('weights', [{ price: ['Ціна купівлі, $/кг', '1,4'] }]), {
    refused: 'other_currency',
  }),
  relative('K2', 'milkPrices', 'a price in euros', write('milkPrices', [{ figure: ['Базова ціна, €/кг', '0,4'] }]), {
    refused: 'other_currency',
  }),
];

/** K3: figures far off the usual. */
const unusual = [
  relative('K3', 'harvests', 'dry matter as a fraction', write('harvests', [{ dryMatter: ['Суха речовина, %', '0,345'] }]), { unusual: 1 }),
  relative('K3', 'dryMatter', 'a fraction', write('dryMatter', figures('dryMatter', '0,36')), { unusual: 1 }),
  relative('K3', 'offers', 'the price of a tonne', write('offers', figures('offers', '8100')), { unusual: 1 }),
  relative('K3', 'packs', 'a hundredfold weight', write('packs', figures('packs', '240', '250', '245', '24000')), { unusual: 1 }),
  relative('K3', 'milkPrices', 'a price in kopecks', write('milkPrices', figures('milkPrices', '12,5', '12,6', '12,4', '1250')), {
    unusual: 1,
  }),
];

/** K4: a blank cell keeps its place. */
const blank = (['harvests', 'offers', 'packs', 'weights', 'dryMatter'] as const).map((list) => {
  const [, plain = ''] = PLAIN[list].figure ?? [];
  return relative('K4', list, 'a blank figure between two others', write(list, figures(list, plain, '', plain)), { wrong: 1 });
});

/** K5: lines that aren't rows. */
const accounted = (['harvests', 'offers', 'packs', 'weights', 'milkPrices'] as const).map((list) => {
  const empty = ';'.repeat(Object.keys(PLAIN[list]).length - 1);
  return relative('K5', list, 'a total and a signature', write(list, [{}], [`Разом${empty}`, `Бухгалтер ________${empty}`]), asPlain(list));
});

/** K6: spellings of names. */
const spellings = [
  relative('K6', 'harvests', 'composed letters', writeNamed('harvests', 'Силос кукурудзяний'.normalize('NFD')), asPlain('harvests')),
  relative('K6', 'packs', 'two spaces', writeNamed('packs', 'Сіно  лучне'), asPlain('packs')),
  relative(
    'K6',
    'offers',
    'plain quotes',
    writeNamed('offers', 'ТОВ "Зерно Небувале"', 'company').replace('ТОВ "Зерно Небувале"', '"ТОВ ""Зерно Небувале"""'),
    asPlain('offers'),
  ),
  relative('K6', 'weights', 'a no-break space', writeNamed('weights', 'Роздій\u00a01'), asPlain('weights')),
  relative('K6', 'dryMatter', 'a Latin letter', writeNamed('dryMatter', 'Силос кукуpудзяний'), asPlain('dryMatter')),
];

/** K7: a column as a whole. */
const columns = [
  relative(
    'K7',
    'harvests',
    'dots and a comma',
    write('harvests', figures('harvests', '9.800', '12.450,5')),
    figured('harvests', 9800, 12_450.5),
  ),
  relative('K7', 'weights', 'dots and a comma', write('weights', figures('weights', '1.400', '1.450,5')), figured('weights', 1400, 1450.5)),
  relative('K7', 'packs', 'a dot that may part thousands', write('packs', figures('packs', '1.240')), { refused: 'ambiguous_number' }),
  ...(['offers', 'milkPrices'] as const).map((list) => {
    const days = ['20/11/2026', '05/11/2026'].map((cell): Columns => ({ day: [findHeading(list, 'day'), cell] }));
    return relative('K7', list, 'days before months', write(list, days), { rows: [{ [DAY_FIELDS[list]]: DAY }, {}] });
  }),
];

/** K8: moments. */
const moments = [
  relative('K8', 'harvests', 'a month in words', dated('harvests', '20 листопада 2026 08:00'), onDay('harvests')),
  relative('K8', 'packs', 'р.', dated('packs', '20.11.2026 р.'), onDay('packs')),
  relative('K8', 'offers', 'yyyymmdd', dated('offers', '20261120'), onDay('offers')),
  relative(
    'K8',
    'weights',
    'day and time in two columns',
    write('weights', [{ day: ['Дата', '20.11.2026'], time: ['Час', '08:00'] }]),
    onDay('weights'),
  ),
  relative('K8', 'milkPrices', 'a day without a year', dated('milkPrices', '5.11'), { wrong: 1 }),
];

/** K9: fields that depend on each other. */
const together = [
  relative('K9', 'dryMatter', 'moisture that fits', write('dryMatter', [{ moisture: ['Вологість, %', '64'] }]), asPlain('dryMatter')),
  relative('K9', 'dryMatter', 'moisture that doesn’t fit', write('dryMatter', [{ moisture: ['Вологість, %', '70'] }]), { unusual: 1 }),
  relative('K9', 'harvests', 'moisture that doesn’t fit', write('harvests', [{ moisture: ['Вологість, %', '20'] }]), { unusual: 1 }),
  relative('K9', 'weights', 'an amount of a tenth', write('weights', [{ amount: ['Сума, ₴', '4200'] }]), { unusual: 1 }),
  relative('K9', 'weights', 'the right amount', write('weights', [{ amount: ['Сума, ₴', '42 000'] }]), asPlain('weights')),
];

/** K10: kinds of files. */
const kinds = [
  relative('K10', 'harvests', 'cells parted by bars', write('harvests', [{}], [], '|'), asPlain('harvests')),
  relative('K10', 'packs', 'cells parted by tabs', write('packs', [{}], [], '\t'), asPlain('packs')),
  relative('K10', 'weights', 'a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', { refused: 'pdf' }),
  relative(
    ...(['K10', 'milkPrices', 'a table in XML'] as const),
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>',
    { refused: 'xml_table' },
  ),
  relative('K10', 'offers', 'a web page', '<!DOCTYPE html><html><body><table><tr><td>8,1</td></tr></table></body></html>', {
    refused: 'web_table',
  }),
];

/** K11: text as it is displayed. */
const displayed = [
  relative('K11', 'harvests', 'a unit in the cell', write('harvests', [{ figure: ['Вага', '9,8 т'] }]), asPlain('harvests')),
  relative('K11', 'packs', 'a number as text for Excel', write('packs', figures('packs', '="240"')), asPlain('packs')),
  relative('K11', 'weights', 'a formula', write('weights', figures('weights', '=350*2')), { wrong: 1 }),
  relative('K11', 'offers', 'a price with its currency', write('offers', [{ figure: ['Ціна', '8,10 ₴/кг'] }]), asPlain('offers')),
  relative(
    'K11',
    'dryMatter',
    'a percent sign in the cell',
    write('dryMatter', [{ figure: ['Суха речовина', '36,0 %'] }]),
    asPlain('dryMatter'),
  ),
];

/** Five relatives of each rule K1–K11, in lists that no case names. */
export const KIND_RELATIVES: readonly Relative[] = [
  ...[...unread, ...units, ...unusual, ...blank, ...accounted, ...spellings],
  ...[...columns, ...moments, ...together, ...kinds, ...displayed],
];
