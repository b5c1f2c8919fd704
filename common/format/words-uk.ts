/** Forms of a noun after 1, 2–4, and 5 or more: `гривня, гривні, гривень`. */
type Noun = readonly [one: string, few: string, many: string];

const ONES = [
  '',
  'один',
  'два',
  'три',
  'чотири',
  'п’ять',
  'шість',
  'сім',
  'вісім',
  'дев’ять',
  'десять',
  'одинадцять',
  'дванадцять',
  'тринадцять',
  'чотирнадцять',
  'п’ятнадцять',
  'шістнадцять',
  'сімнадцять',
  'вісімнадцять',
  'дев’ятнадцять',
];
const FEMININE: Readonly<Record<number, string>> = { 1: 'одна', 2: 'дві' };
const TENS = ['', '', 'двадцять', 'тридцять', 'сорок', 'п’ятдесят', 'шістдесят', 'сімдесят', 'вісімдесят', 'дев’яносто'];
const HUNDREDS = ['', 'сто', 'двісті', 'триста', 'чотириста', 'п’ятсот', 'шістсот', 'сімсот', 'вісімсот', 'дев’ятсот'];
/** Thousands are feminine, the other groups masculine. */
const THOUSANDS: readonly Noun[] = [
  ['тисяча', 'тисячі', 'тисяч'],
  ['мільйон', 'мільйони', 'мільйонів'],
  ['мільярд', 'мільярди', 'мільярдів'],
];
const HRYVNIA: Noun = ['гривня', 'гривні', 'гривень'];
const KOPECK: Noun = ['копійка', 'копійки', 'копійок'];

function chooseForm(number: number, [one, few, many]: Noun): string {
  const [last, tens] = [number % 10, number % 100];
  if (tens > 10 && tens < 20) return many;
  return last === 1 ? one : last > 1 && last < 5 ? few : many;
}

/** The words of 1–999. */
function underThousand(number: number, feminine: boolean): string[] {
  const rest = number % 100;
  const ones = rest < 20 ? rest : rest % 10;
  return [HUNDREDS[Math.floor(number / 100)]!, rest < 20 ? '' : TENS[Math.floor(rest / 10)]!, (feminine && FEMININE[ones]) || ONES[ones]!];
}

/** A whole number below a trillion in Ukrainian words. */
export function numberInWords(number: number, feminine = false): string {
  if (number === 0) return 'нуль';
  const parts: string[] = [];
  for (let rank = THOUSANDS.length; rank >= 0; rank--) {
    const part = Math.floor(number / 1000 ** rank) % 1000;
    if (part === 0) continue;
    const noun = THOUSANDS[rank - 1];
    parts.push(...underThousand(part, noun ? rank === 1 : feminine), noun ? chooseForm(part, noun) : '');
  }
  return parts.filter(Boolean).join(' ');
}

/** A sum in Ukrainian words, as accountants write it: `дві гривні 05 копійок`. `kopecks` is a whole number. */
export function hryvniasInWords(kopecks: number): string {
  const [whole, part] = [Math.floor(kopecks / 100), kopecks % 100];
  return `${numberInWords(whole, true)} ${chooseForm(whole, HRYVNIA)} ${String(part).padStart(2, '0')} ${chooseForm(part, KOPECK)}`;
}
