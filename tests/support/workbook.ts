import ExcelJS, { type Cell, type Worksheet } from 'exceljs';

/** The sheets of a workbook. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Worksheet[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer);
  return workbook.worksheets;
}

/** The number in a cell, or its formula's stored result; NaN for text. */
export function numberAt({ value }: Cell): number {
  const held = typeof value === 'object' && value && 'formula' in value ? (value.result ?? 0) : value;
  return typeof held === 'number' ? held : Number.NaN;
}

export const roundHalfUp = (value: number, decimals: number): number =>
  (Math.sign(value) * Math.round(Number((Math.abs(value) * 10 ** decimals).toPrecision(15)))) / 10 ** decimals + 0;

export interface Recalculated {
  address: string;
  formula: string;
  written: number;
  found: number;
}

/** Every formula of a sheet, computed again from its cells, with the stored result. */
export function recalculate(sheet: Worksheet): Recalculated[] {
  const all: Recalculated[] = [];
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      if (typeof cell.value !== 'object' || !cell.value || !('formula' in cell.value)) return;
      all.push({
        address: cell.address,
        formula: cell.value.formula ?? '',
        written: Number(cell.value.result ?? 0),
        found: evaluate(sheet, cell.value.formula ?? ''),
      });
    }),
  );
  return all;
}

/** Numbers of a cell or range. Empty cells have none. */
type Value = number | readonly (number | string)[];

/** Evaluates the functions that the product's workbooks use, in Excel's grammar: comparisons, + − × ÷, calls, ranges. */
export function evaluate(sheet: Worksheet, formula: string): number {
  const tokens = formula.match(/\$?[A-Z]{1,3}\$?\d+(?::[A-Z]{1,3}\d+)?|[A-Z]+(?=\()|\d+(?:\.\d+)?|[-+*/=(),]/g) ?? [];
  if (tokens.join('') !== formula) throw new Error(`unread formula ${formula}`);
  let at = 0;
  const take = (wanted?: string) => {
    const token = tokens[at++];
    if (token === undefined || (wanted && token !== wanted)) throw new Error(`${wanted ?? 'more'} expected in ${formula}`);
    return token;
  };
  const one = (value: Value) => (typeof value === 'number' ? value : Number(value[0] ?? 0));

  function compared(): Value {
    let left = added();
    while (tokens[at] === '=') {
      at += 1;
      left = Number(one(left) === one(added()));
    }
    return left;
  }
  function added(): Value {
    let left = multiplied();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = take() === '+' ? 1 : -1;
      left = one(left) + sign * one(multiplied());
    }
    return left;
  }
  function multiplied(): Value {
    let left = signed();
    while (tokens[at] === '*' || tokens[at] === '/') left = take() === '*' ? one(left) * one(signed()) : one(left) / one(signed());
    return left;
  }
  function signed(): Value {
    if (tokens[at] !== '-') return single();
    at += 1;
    return -one(signed());
  }
  function single(): Value {
    const token = take();
    if (token === '(') {
      const inside = compared();
      take(')');
      return inside;
    }
    if (/^\d/.test(token)) return Number(token);
    if (/\d$/.test(token)) return cellsOf(sheet, token);
    take('(');
    const given = [compared()];
    while (tokens[at] === ',') {
      at += 1;
      given.push(compared());
    }
    take(')');
    return call(token, given);
  }
  function call(name: string, given: readonly Value[]): number {
    const filled = (from: number) => given.slice(from).flatMap((value) => (typeof value === 'number' ? [value] : value));
    const summed = (from: number) => filled(from).reduce<number>((sum, value) => (typeof value === 'number' ? sum + value : sum), 0);
    if (name === 'SUM') return summed(0);
    // No row is hidden.
    if (name === 'SUBTOTAL' && given[0] === 109) return summed(1);
    if (name === 'ROUND') return roundHalfUp(one(given[0]!), one(given[1]!));
    if (name === 'IF') return one(given[one(given[0]!) ? 1 : 2]!);
    throw new Error(`unknown function ${name}`);
  }

  const found = one(compared());
  if (at < tokens.length) throw new Error(`unread formula ${formula}`);
  return found;
}

function cellsOf(sheet: Worksheet, reference: string): (number | string)[] {
  const [first = '', last = first] = reference.split(':');
  const [from, to] = [sheet.getCell(first), sheet.getCell(last)];
  const found: (number | string)[] = [];
  for (let row = Number(from.row); row <= Number(to.row); row++) {
    for (let column = Number(from.col); column <= Number(to.col); column++) {
      const { value } = sheet.getCell(row, column);
      if (typeof value === 'object' && value && 'formula' in value) found.push(evaluate(sheet, value.formula ?? ''));
      else if (typeof value === 'number' || typeof value === 'string') found.push(value);
    }
  }
  return found;
}
