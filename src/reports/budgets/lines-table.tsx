import { Button, Group, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BudgetLineRow, budgets } from '#contract/reports/budgets.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Budget } from './queries.ts';

const FIGURES = [
  ['heads', 'count', 2],
  ['kg_per_head_day', 'weight', 6],
  ['price', 'price', 5],
] as const;
const sameAnimals = (a: BudgetLineRow, b: BudgetLineRow) => a.group === b.group && a.animal_type === b.animal_type && a.month === b.month;
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

interface MonthSelectProps {
  months: readonly number[];
  year: number;
  value: number;
  onChange: (month: number) => void;
}

function MonthSelect({ months, year, value, onChange }: MonthSelectProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <Select
      aria-label={t('pages:budget.month')}
      allowDeselect={false}
      data={months.map((month) => ({ value: String(month), label: format.month(toMonth(year, month)) }))}
      value={String(value)}
      onChange={(month) => month && onChange(Number(month))}
    />
  );
}

const toMonth = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

/** A budget's lines, one month at a time; lines of a draft can be edited. */
export function LinesTable({ budget, mayWrite }: { budget: Budget; mayWrite: boolean }) {
  const { t } = useTranslation(['pages', 'core', 'operations', 'reports']);
  const format = useFormat();
  const [lines, setLines] = useState<readonly BudgetLineRow[]>(budget.lines ?? []);
  const months = [...new Set(lines.map(({ month }) => month))];
  const [chosen, setChosen] = useState(months[0] ?? 1);
  const save = useSave(budgets);
  const isTyped = lines !== budget.lines && budget.lines !== undefined && lines.some((line, at) => line !== budget.lines?.[at]);
  const change = (of: BudgetLineRow, key: (typeof FIGURES)[number][0], value: number) =>
    // A changed head count applies to all feeds of the group.
    setLines(lines.map((line) => (line === of || (key === 'heads' && sameAnimals(line, of)) ? { ...line, [key]: value } : line)));
  const figures = {
    heads: t('operations:groups.heads'),
    kg_per_head_day: t('pages:budget.kg_per_head_day'),
    price: t('reports:column.price'),
  };
  const nameFigure = ({ group_name, animal_type_name, ingredient_name }: BudgetLineRow, key: keyof typeof figures) =>
    `${group_name ?? animal_type_name ?? ''}, ${ingredient_name}: ${figures[key]}`;
  /** Names of the figures by their path in the request, for questions about unusual ones. */
  const nameFigures = () =>
    Object.fromEntries(
      lines.flatMap((line, at) =>
        FIGURES.map(([key]) => [`lines.${at}.${key}`, `${monthText(line.month)}, ${nameFigure(line, key)}`] as const),
      ),
    );
  const monthText = (month: number) => format.month(toMonth(budget.year, month));
  const write = async () => {
    try {
      const plain = lines.map(({ group_name: _g, animal_type_name: _a, ingredient_name: _i, ...line }) => line);
      const values = { lines: plain, version: budget.version };
      if (!(await confirmUnusual(budgets, { id: budget.id, values, labels: nameFigures(), format }))) return;
      await save.mutateAsync({ id: budget.id, values });
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  if (lines.length === 0) return <Text c="dimmed">{t('pages:budget.no_lines')}</Text>;
  const shown = lines.filter(({ month }) => month === chosen);
  const inUnit = (label: string, kind: 'weight' | 'price' | 'money') => `${label},\u00a0${t(format.unit(kind), format.unitValues)}`;
  /** Texts in the fields of a draft. */
  const textOf = {
    count: (value: number) => value,
    weight: (kg: number) => format.fromKg(kg, 6),
    price: (price: number) => format.fromPrice(price, 5),
  };
  return (
    <>
      <Group mb="sm" gap="sm">
        <MonthSelect months={months} year={budget.year} value={chosen} onChange={setChosen} />
        {mayWrite && (
          <Button variant="default" disabled={!isTyped} loading={save.isPending} onClick={write}>
            {t('core:actions.save')}
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} role="region" aria-label={monthText(chosen)}>
        <Table striped aria-label={monthText(chosen)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('pages:budget.column.unit')}</Table.Th>
              <Table.Th>{t('reports:column.ingredient')}</Table.Th>
              <Table.Th ta="right">{figures.heads}</Table.Th>
              <Table.Th ta="right">{inUnit(figures.kg_per_head_day, 'weight')}</Table.Th>
              <Table.Th ta="right">{inUnit(figures.price, 'price')}</Table.Th>
              <Table.Th ta="right">{inUnit(t('pages:budget.cost'), 'money')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((line) => {
              const unit = line.group_name ?? line.animal_type_name ?? '';
              return (
                <Table.Tr key={`${line.group} ${line.animal_type} ${line.ingredient}`}>
                  <Table.Td>{unit}</Table.Td>
                  <Table.Td>{line.ingredient_name}</Table.Td>
                  {FIGURES.map(([key, kind, decimals]) => (
                    <Table.Td key={key} ta="right">
                      {mayWrite ? (
                        <DecimalInput
                          kind={kind}
                          decimals={decimals}
                          size="xs"
                          aria-label={nameFigure(line, key)}
                          value={line[key]}
                          onChange={(value) => value !== null && change(line, key, value)}
                        />
                      ) : (
                        format.typedText(format.typed(textOf[kind](line[key])))
                      )}
                    </Table.Td>
                  ))}
                  <Table.Td ta="right">
                    {format.value('money', line.heads * daysIn(budget.year, line.month) * line.kg_per_head_day * line.price)}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
