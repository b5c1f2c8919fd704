import type { TFunction } from 'i18next';
import type { FileField, FilePlan } from '#common/files/incoming/plan.ts';
import { MAX_IMPORTED } from '#contract/imports.ts';
import type { Language } from '#contract/kinds.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';

/** How to read a list's file: its importable columns by their headings in every language. */
export function planOf(
  file: ListFile,
  imports: ImportSpec,
  texts: Record<Language, TFunction>,
  { language, units, currency }: Pick<FilePlan, 'language' | 'units' | 'currency'>,
): FilePlan {
  const languages = Object.entries(texts) as [Language, TFunction][];
  const columns = languages.map(([one, t]) => [one, new Map(fileColumns(file, t).map((column) => [column.key, column]))] as const);
  const fields = [...imports.fields, ...(imports.ids ? [{ key: 'id' } as ImportSpec['fields'][number]] : [])].map(
    ({ key, options, isFlag, reads, example: _, isPlace: __, ...rest }): FileField => {
      const labels = Object.fromEntries(columns.map(([one, known]) => [one, known.get(key)?.label ?? '']));
      const words = options && languages.flatMap(([, t]) => Object.entries(options(t)));
      return {
        key,
        kind: reads ?? columns[0]?.[1].get(key)?.kind ?? 'text',
        labels,
        ...rest,
        ...(words
          ? {
              options: Object.fromEntries(
                words.flatMap(([code, word]) => {
                  const value = isFlag ? code === 'true' : code;
                  return [
                    [word.toLowerCase(), value],
                    [code, value],
                  ];
                }),
              ),
            }
          : {}),
      };
    },
  );
  return { language, units, currency, fields, ...(imports.parts ? { parts: imports.parts } : {}), mostRows: MAX_IMPORTED };
}
