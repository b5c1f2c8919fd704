import { readFile } from '#common/files/incoming/read.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import { planOf } from '#src/core/resource/import/plan-of.ts';
import { fileColumns, type ListFile } from '#src/core/resource/list-file.ts';
import { listInput } from '#src/core/resource/list-input.ts';
import { screenTexts } from './golden.ts';

type Texts = Record<Language, Awaited<ReturnType<typeof screenTexts>>>;

export const everyText = async () =>
  Object.fromEntries(await Promise.all(LANGUAGES.map(async (one) => [one, await screenTexts(one)] as const))) as Texts;

/** The import's request for the workbook of a list's rows in a language, with the columns that aren't left out. */
export async function throughFile(
  fileOf: (t: Texts[Language], format: Formatter) => ListFile,
  rows: readonly object[],
  language: Language,
  without: readonly string[] = [],
): Promise<Record<string, unknown>[]> {
  const texts = await everyText();
  const t = texts[language];
  const { units, ...conventions } = firstConventions(language);
  const format = createFormatter({ language, units, ...conventions, timezone: 'UTC', currency: 'UAH' });
  const file = fileOf(t, format);
  const columns = fileColumns(file, t).filter(({ key }) => !without.includes(key));
  const lines = rows.flatMap((row) => file.lines?.(row) ?? [row]);
  const bytes = await toXlsx(listInput({ title: file.title, columns, rows: lines, search: '' }, format, t));
  if (!file.imports) throw new Error('it is read back');
  const read = await readFile(bytes as Uint8Array<ArrayBuffer>, planOf(file, file.imports, texts, { language, units }));
  return read.rows.map(({ values }) => values);
}
