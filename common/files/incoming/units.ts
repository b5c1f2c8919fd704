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
/** Words without a fixed weight; a heading that names one can't be read as kilograms. */
const VOLUMES = new Set(
  'л літр літри літрів литр литры l liter liters litre litres lt gal gallon gallons bu bushel bushels m3 м3 м³ m³'.split(' '),
);

const TON = 'ton tons';
const SHORT_TON = KG_PER_LB * 2000;

const KG_BY_WORD = new Map(WEIGHTS.flatMap(([kg, words]) => words.split(' ').map((word) => [word, kg] as const)));

/** What is counted: animals. */
const HEADS = new Set(
  'head heads hd pcs animals cows гол голів голова голови голов шт szt sztuk stk stück tiere stuks dieren têtes tête capi capo capete cap pead looma tk'.split(
    ' ',
  ),
);

const ANY_CURRENCY = '¤';

/** Words for money that no locale writes as a symbol, with the currencies that they may be. */
const MONEY_WORDS: Readonly<Record<string, string>> = {
  [ANY_CURRENCY]: ANY_CURRENCY,
  UAH: 'грн гривень гривні гривня гривны hrn',
  USD: '$ дол доларів доллар долларов dollars dollar us$',
  CAD: '$ c$ ca$',
  EUR: '€ євро евро euro euros',
  RUB: 'руб рублей рублів рубль р ₽ rub',
  KZT: 'тг тенге',
  PLN: 'zł zl злотих',
  RON: 'lei leu',
  MDL: 'lei leu',
  SEK: 'kr',
  NOK: 'kr',
  DKK: 'kr',
  GBP: '£ pounds sterling',
};

const MONEY = new Map<string, Set<string>>();
const addMoney = (word: string, currency: string) => MONEY.set(word, (MONEY.get(word) ?? new Set()).add(currency));
for (const currency of CURRENCIES) {
  addMoney(currency.toLowerCase(), currency);
  for (const language of LANGUAGES) addMoney(currencyStyle(language, currency).symbol.toLowerCase(), currency);
}
for (const [currency, words] of Object.entries(MONEY_WORDS)) for (const word of words.split(' ')) addMoney(word, currency);

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[*:]+$/, '')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
const isMoney = (text: string) => text === '' || MONEY.has(text);

/** Whether a word names a currency other than the client's own. */
const isOtherMoney = (word: string, own: string | undefined) => {
  const currencies = MONEY.get(word);
  return currencies !== undefined && own !== undefined && own !== ANY_CURRENCY && !currencies.has(ANY_CURRENCY) && !currencies.has(own);
};

/** Kilograms of one of a weight's unit; undefined when it isn't known. A bare ton is the American one for those who read in pounds. */
function findKg(unit: string, reader: Units): number | undefined {
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
  /** The unit names another currency than the client's. */
  isOtherMoney?: true;
}

/** Returns the unit that a text names for a column of this kind; null if it is unknown. A weight without a unit is in the unit of `reader`. */
export function findUnit(text: string, kind: Kind, reader: Units, currency?: string): FileUnit | null {
  const unit = plain(text);
  switch (kind) {
    case 'weight':
      return findWeightUnit(text, reader);
    case 'price':
      return findPriceUnit(text, reader, currency);
    case 'money':
      return isMoney(unit) ? { ...UNWEIGHED, ...markOtherMoney(unit, currency) } : null;
    case 'percent':
      return unit === '' || unit === '%' ? UNWEIGHED : null;
    case 'count':
      return unit === '' || HEADS.has(unit) ? UNWEIGHED : null;
    default:
      return UNWEIGHED;
  }
}

const UNWEIGHED: FileUnit = { name: '', kg: 1 };

const markOtherMoney = (word: string, own: string | undefined): Pick<FileUnit, 'isOtherMoney'> =>
  isOtherMoney(word, own) ? { isOtherMoney: true } : {};

function findWeightUnit(text: string, reader: Units): FileUnit | null {
  const unit = plain(text);
  if (unit === '') return { name: '', kg: kgOfOwn(reader) };
  const kg = findKg(unit, reader);
  return kg === undefined ? null : { name: text.trim(), kg };
}

/** Reads money per weight, as `грн/т`. Money alone is per the reader's own unit. */
function findPriceUnit(text: string, reader: Units, currency: string | undefined): FileUnit | null {
  const unit = plain(text);
  if (isMoney(unit)) return { name: '', kg: kgOfOwn(reader), ...markOtherMoney(unit, currency) };
  const [, money = '', per = ''] = /^(.*?)\s*(?:\/|(?<=^|\s)(?:per|за|za|pro|je|par|la|al|pe|ühe|a|à)\s)\s*(.+)$/.exec(unit) ?? [];
  const kg = findKg(plain(per).replace(/^1\s+/, ''), reader);
  if (kg === undefined || !isMoney(plain(money))) return null;
  return { name: text.trim().slice(-per.length), kg, ...markOtherMoney(plain(money), currency) };
}

/** Whether a text is the name of a weight or of a volume, as a column of units has it. */
export const isUnitWord = (text: string): boolean => {
  const word = plain(text);
  return KG_BY_WORD.has(word) || TON.split(' ').includes(word) || VOLUMES.has(word);
};

/** Whether a text names a currency, as a column of currencies has it; `other` if it isn't the client's. */
export function moneyIn(text: string, own: string | undefined): 'own' | 'other' | null {
  const word = plain(text);
  if (!MONEY.has(word)) return null;
  return isOtherMoney(word, own) ? 'other' : 'own';
}

/** Separates a number from the unit in its own cell: `12,4 т`. */
export function splitUnit(text: string): { number: string; unit: string } {
  const [, number = text, unit = ''] = /^\s*([-−+]?[\d][\d\s.,'’]*?)\s*([^\d\s.,%'’][^\d]*)$/u.exec(text) ?? [];
  return { number, unit: unit.trim() };
}
