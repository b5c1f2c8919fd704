import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { LineList } from '#src/core/ui/line-list.tsx';
import { LISTS, type Line, type LineField, type List, newLine } from './values.ts';

type Rows = readonly { id: number; name: string }[];
const KINDS = { heads: 'count', price: 'price', kg: 'weight' } as const;
type Referred = 'group' | 'ingredient' | 'ration';
/** Widths of a line's fields, as many as it has. */
const toGridColumns = (list: List) => `repeat(${LISTS[list].length}, minmax(0, 1fr))`;
const isReferred = (field: LineField): field is Referred => field === 'group' || field === 'ingredient' || field === 'ration';

interface LinesFieldProps {
  list: List;
  value: readonly Line[];
  rows: Readonly<Record<Referred, Rows>>;
  onChange: (lines: Line[]) => void;
  errorOf: (path: string) => string | undefined;
}

/** The lines of one of a scenario's lists, one under the other. */
export function LinesField({ list, value, rows, onChange, errorOf }: LinesFieldProps) {
  const { t } = useTranslation(['pages', 'core']);
  const labels: Record<LineField, string> = {
    group: t('pages:scenarios.group'),
    ingredient: t('pages:scenarios.ingredient'),
    ration: t('pages:scenarios.ration'),
    day: t(list === 'harvests' ? 'pages:scenarios.on' : 'pages:scenarios.day'),
    heads: t('pages:scenarios.heads_to'),
    added: t('pages:scenarios.added'),
    price: t('pages:scenarios.price'),
    kg: t('pages:scenarios.kg'),
  };
  const renderInput = (line: Line, field: LineField, index: number, put: (part: Partial<Line>) => void) => {
    const shared = { label: labels[field], error: errorOf(`${list}.${index}.${field}`) };
    const number = (line[field] ?? null) as number | null;
    const change = (next: string | number | null) => put({ [field]: next });
    if (isReferred(field)) return <IdSelect key={field} {...shared} rows={rows[field]} value={number} onChange={change} />;
    if (field === 'day') return <DayInput key={field} {...shared} value={(line.day ?? null) as string | null} onChange={change} />;
    if (field === 'added') {
      return (
        <NumberInput
          key={field}
          {...shared}
          allowDecimal={false}
          hideControls
          value={number ?? ''}
          onChange={(next) => change(typeof next === 'number' ? next : null)}
        />
      );
    }
    return <DecimalInput key={field} {...shared} kind={KINDS[field]} value={number} onChange={change} />;
  };
  const title = t(`pages:scenarios.${list}`);
  return (
    <LineList
      label={title}
      description={list === 'heads' ? t('pages:scenarios.heads_hint') : undefined}
      error={errorOf(list)}
      lines={value}
      onChange={onChange}
      newLine={() => newLine(list)}
      columns={toGridColumns(list)}
      addLabel={t('pages:scenarios.add')}
      addName={`${t('pages:scenarios.add')}: ${title}`}
      removeName={(number) => `${t('pages:scenarios.remove', { number })}: ${title}`}
    >
      {(line, index, put) => LISTS[list].map((field) => renderInput(line, field, index, put))}
    </LineList>
  );
}
