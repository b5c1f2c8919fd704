import { kgOfLb } from '#common/format/weight.ts';

/** Formats of indicators: Digi-Star's continuous output, or any line with one number and its unit. */
export const SCALE_DRIVERS = ['digi_star', 'any_line'] as const;
export type ScaleDriver = (typeof SCALE_DRIVERS)[number];

export type ScaleUnit = 'kg' | 'lb';

/** A weight as the indicator sent it, in kilograms. */
export interface ScaleWeight {
  kg: number;
  unit: ScaleUnit;
  /** Null if the line doesn't name the basis. */
  basis: 'net' | 'gross' | null;
  /** True if the indicator reports motion. */
  isMoving: boolean;
  hasChecksum: boolean;
}

/** Reasons why a line isn't a weight. `error` is an error of the indicator. */
export type LineFault = 'unreadable' | 'checksum' | 'error';

/** Max weight in kg that a mixer's scale can show. */
const MAX_KG = 99_999;

/** Digi-Star's checksum: the characters are combined by XOR, then AND 63, then OR 64. `123456LB SG` has `}`. */
export function computeChecksum(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum ^= text.charCodeAt(at);
  return String.fromCharCode((sum & 63) | 64);
}

/** An indicator fills the field with nines if it has no weight. */
const isAllNines = (digits: string) => /^9{5,}$/.test(digits);

function toWeight(digits: string, unit: ScaleUnit, rest: Pick<ScaleWeight, 'basis' | 'isMoving' | 'hasChecksum'>): ScaleWeight | LineFault {
  if (isAllNines(digits.replace(/^[+-]/, ''))) return 'error';
  const number = Number(digits);
  const kg = unit === 'lb' ? kgOfLb(number) : number;
  return Math.abs(kg) > MAX_KG ? 'unreadable' : { kg, unit, ...rest };
}

const toUnit = (text: string): ScaleUnit => (text.toLowerCase() === 'kg' ? 'kg' : 'lb');

/** Six characters of weight, the unit, the state (steady, moving, error) and the basis (gross, net), and perhaps a checksum. */
const DIGI_STAR = /^(?=[ \d.+-]{6}[A-Za-z])( *[+-]?\d+(?:\.\d+)?)(KG|LB|kg|lb) ([SME])([A-Z])([\x40-\x7f]?)$/;

function readDigiStar(line: string): ScaleWeight | LineFault {
  const [, digits = '', unit = '', state, basis, sum] = DIGI_STAR.exec(line) ?? [];
  if (!unit) return 'unreadable';
  if (sum && computeChecksum(line.slice(0, -1)) !== sum) return 'checksum';
  if (state === 'E') return 'error';
  if (basis !== 'G' && basis !== 'N') return 'unreadable';
  return toWeight(digits.trim(), toUnit(unit), {
    basis: basis === 'N' ? 'net' : 'gross',
    isMoving: state === 'M',
    hasChecksum: Boolean(sum),
  });
}

/** Everything that may belong to the number before a unit: `1 234 kg` must never be read as 234. */
const NUMBER_WITH_UNIT = /([+\-\d][\d .,+-]*)(kg|lbs?)(?![a-z\d])/gi;
/** A comma before three digits separates decimals or thousands, so such a number is unreadable. */
const NUMBER = /^([+-]?) *(\d+)(?:\.(\d+)|,(\d{1,2}))?$/;

const ERROR_WORDS = new Set(['OL', 'UL', 'OVER', 'UNDER', 'ERR', 'ERROR', 'E', 'ES', 'ER']);
const MOVING_WORDS = new Set(['US', 'M', 'MO', 'MOTION', 'D']);
const NET_WORDS = new Set(['NT', 'N', 'NET']);
const GROSS_WORDS = new Set(['GS', 'G', 'GR', 'GROSS']);

function readAnyLine(line: string): ScaleWeight | LineFault {
  const found = [...line.matchAll(NUMBER_WITH_UNIT)];
  const words =
    line
      .replace(NUMBER_WITH_UNIT, ' ')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? [];
  const hasWord = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  if (hasWord(ERROR_WORDS)) return 'error';
  const [, number = '', unit = ''] = found[0] ?? [];
  const [, sign, whole, decimals, commaDecimals] = NUMBER.exec(number.trim()) ?? [];
  if (found.length !== 1 || whole === undefined) return 'unreadable';
  const fraction = decimals ?? commaDecimals;
  return toWeight(`${sign}${whole}${fraction ? `.${fraction}` : ''}`, toUnit(unit), {
    basis: hasWord(NET_WORDS) ? 'net' : hasWord(GROSS_WORDS) ? 'gross' : null,
    isMoving: hasWord(MOVING_WORDS),
    hasChecksum: false,
  });
}

/** Reads one line without its end. Returns the weight, or the reason why the line isn't one. */
export const readScaleLine = (line: string, driver: ScaleDriver): ScaleWeight | LineFault =>
  driver === 'digi_star' ? readDigiStar(line) : readAnyLine(line);
