import { ActionIcon, Button, Input, NumberInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/domain/farm/id-select.tsx';
import classes from './scenarios.module.css';
import { LISTS, type Line, type LineField, type List, newLine } from './values.ts';

type Rows = readonly { id: number; name: string }[];
const KINDS = { heads: 'count', price: 'price', kg: 'weight' } as const;
type Referred = 'group' | 'ingredient' | 'ration';
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
  const format = useFormat();
  const put = (key: string, part: Partial<Line>) => onChange(value.map((line) => (line.key === key ? { ...line, ...part } : line)));
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
  const inputOf = (line: Line, field: LineField, index: number) => {
    const shared = { label: labels[field], error: errorOf(`${list}.${index}.${field}`) };
    const number = (line[field] ?? null) as number | null;
    const change = (next: string | number | null) => put(line.key, { [field]: next });
    if (isReferred(field)) return <IdSelect key={field} {...shared} rows={rows[field]} value={number} onChange={change} />;
    if (field === 'day') {
      const day = (line.day ?? null) as string | null;
      return (
        <DatePickerInput
          key={field}
          {...shared}
          valueFormatter={() => (day ? format.value('date', day) : '')}
          leftSection={<IconCalendar size={16} aria-hidden />}
          popoverProps={{ withinPortal: true }}
          value={day}
          onChange={change}
        />
      );
    }
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
  return (
    <Input.Wrapper
      label={t(`pages:scenarios.${list}`)}
      labelElement="div"
      description={list === 'heads' ? t('pages:scenarios.heads_hint') : undefined}
      error={errorOf(list)}
    >
      <ol className={classes.lines} aria-label={t(`pages:scenarios.${list}`)}>
        {value.map((line, index) => (
          <li key={line.key} className={classes.line}>
            {LISTS[list].map((field) => inputOf(line, field, index))}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              className={classes.remove}
              aria-label={t('pages:scenarios.remove', { number: index + 1 })}
              onClick={() => onChange(value.filter(({ key }) => key !== line.key))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-label={`${t('pages:scenarios.add')}: ${t(`pages:scenarios.${list}`)}`}
        onClick={() => onChange([...value, newLine(list)])}
      >
        {t('pages:scenarios.add')}
      </Button>
    </Input.Wrapper>
  );
}
