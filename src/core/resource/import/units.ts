import { currencyStyle } from '#common/format/locale.ts';
import type { Kind } from '#contract/kinds.ts';
import { KG_PER_LB } from '#contract/units.ts';
import { type Conventions, CURRENCIES, LANGUAGES } from '#contract/words.ts';

type Units = Conventions['units'];

/** The words for each weight, in all languages; and the kilograms of one. */
const WEIGHTS: readonly (readonly [kg: number, words: string])[] = [
  [1, 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogrammi chilogrammi кг кіло кілограм кілограми килограмм'],
  [0.001, 'g gr gram grams gramm grammi grammes г гр грам грами грамм'],
  [1000, 't tonne tonnes tonna tonn tonni tona tony tone tonnen tonnellata tonnellate т тн тонн тонна тонни тонны'],
  [
    100,
    'ц цнт центнер центнери центнеры c q dt ts quintal quintals quintaux quintale quintali chintal chintale decitonne dezitonne dezitonnen tsentner',
  ],
  [KG_PER_LB, 'lb lbs pound pounds фунт фунти фунты'],
  // The American hundredweight and ton: of 100 and of 2000 pounds.
  [KG_PER_LB * 100, 'cwt'],
];
const TON = 'ton tons';
const SHORT_TON = KG_PER_LB * 2000;

const KG_BY_WORD = new Map(WEIGHTS.flatMap(([kg, words]) => words.split(' ').map((word) => [word, kg] as const)));

/** What is counted: animals. */
const HEADS = new Set(
  'head heads hd pcs animals cows гол голів голова голови голов шт szt sztuk stk stück tiere stuks dieren têtes tête capi capo capete cap pead looma tk'.split(
    ' ',
  ),
);

const MONEY = new Set([
  ...CURRENCIES.flatMap((currency) => [
    currency.toLowerCase(),
    ...LANGUAGES.map((language) => currencyStyle(language, currency).symbol.toLowerCase()),
  ]),
  ...'¤ грн гривень гривні руб р тг тенге zł zl lei leu kr eur usd uah dollars euro euros'.split(' '),
]);

const plain = (text: string) => text.trim().toLowerCase().replace(/\.$/, '').replace(/\s+/g, ' ');
const isMoney = (text: string) => text === '' || MONEY.has(text);

/** Kilograms of one of a weight's unit; undefined when it isn't known. A bare ton is the American one for those who read in pounds. */
function kgOf(unit: string, reader: Units): number | undefined {
  if (TON.split(' ').includes(unit)) return reader === 'lb' ? SHORT_TON : 1000;
  return KG_BY_WORD.get(unit);
}

/** Kilograms of one of the reader's own unit. */
export const kgOfOwn = (reader: Units): number => (reader === 'lb' ? KG_PER_LB : 1);

/** A column's unit, as a file's heading has it. */
export interface FileUnit {
  /** As it stands there: `t`, of a price what stands after the stroke; '' where none does. */
  name: string;
  /** Kilograms of one; 1 for what isn't weighed. */
  kg: number;
}

/** What a heading's unit says of a column of this kind; null when it isn't known. `reader` is the reader's own, which a weight is in without one. */
export function unitOf(text: string, kind: Kind, reader: Units): FileUnit | null {
  const own: FileUnit = { name: '', kg: kgOfOwn(reader) };
  const unit = plain(text);
  switch (kind) {
    case 'weight': {
      if (unit === '') return own;
      const kg = kgOf(unit, reader);
      return kg === undefined ? null : { name: text.trim(), kg };
    }
    case 'price': {
      if (isMoney(unit)) return own;
      const [, money = '', per = ''] = /^(.*?)\s*(?:\/|(?<=^|\s)(?:per|за|za|pro|je|par|la|al|pe|ühe|a|à)\s)\s*(.+)$/.exec(unit) ?? [];
      const kg = kgOf(plain(per), reader);
      return kg === undefined || !isMoney(plain(money)) ? null : { name: text.slice(text.length - per.length).trim() || per, kg };
    }
    case 'percent':
      return unit === '' || unit === '%' ? { name: '', kg: 1 } : null;
    case 'count':
      return unit === '' || HEADS.has(unit) ? { name: '', kg: 1 } : null;
    default:
      return { name: '', kg: 1 };
  }
}
