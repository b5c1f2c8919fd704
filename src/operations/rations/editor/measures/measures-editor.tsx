import { Button, Group, Select, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOLDS, type Hold, isByHead, isDry, RATION_BASES, type RationBasis } from '#contract/operations/ration-items.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlongOrAdd } from '#src/core/ui/go-along.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { PartTools } from '#src/domain/recipe-editor/part-tools.tsx';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import classes from './measures.module.css';
import {
  type Feeds,
  heldAs,
  measuresOf,
  missingOf,
  spreadAmounts,
  sumMeasures,
  typedIn,
  type Wetting,
  type Written,
  writtenIn,
} from './measures.ts';
import { loadOf } from './mixed-load.ts';
import { pasteAmounts } from './paste-amounts.ts';

interface MeasuresEditorProps {
  value: Written;
  /** The water of the mix, which costs money, too. */
  water: Wetting;
  ingredients: readonly RecipeIngredient[];
  feeds: Feeds;
  /** Kilograms per head, if the ration doesn't contain them. */
  perHead: number;
  onPerHead: (kg: number | null) => void;
  onChange: (value: Written) => void;
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
}

const DECIMALS: Record<RationBasis, number> = { head_fresh: 4, head_dry: 4, load_fresh: 6, load_dry: 6 };

/** A ration in four columns: kilograms per head and percent of the load, fresh and dry. Typing in a column makes it the ration's basis. */
export function MeasuresEditor({ value, water, ingredients, feeds, perHead, onPerHead, onChange, errors, readOnly }: MeasuresEditorProps) {
  const { t } = useTranslation(['pages', 'operations', 'core']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { basis, items } = value;
  const [added, setAdded] = useState(-1);
  const measures = measuresOf(value, feeds, perHead);
  const taken = new Set(items.map(({ ingredient }) => ingredient));
  const findFeedName = (id: number | null) => feeds.get(id ?? 0)?.name ?? t('pages:recipe.ingredient');
  const label = (column: RationBasis) => t(`pages:drymatter.bases.${column}`, { unit });
  const set = (next: Written['items']) => onChange({ basis, items: next });
  const move = (index: number, by: number) => {
    const next = [...items];
    next.splice(index + by, 0, ...next.splice(index, 1));
    set(next);
  };
  /** Pastes a nutritionist's sheet: names and amounts, in the ration's basis and the reader's unit. */
  const paste = (index: number, text: string): boolean => {
    const pasted = pasteAmounts(value, index, text, ingredients, format.toKg);
    if (pasted) onChange(pasted);
    return pasted !== null;
  };
  const isFull = taken.size > ingredients.length;
  const add = () => {
    if (isFull) return;
    setAdded(items.length);
    set([...items, { ingredient: null, percent: null, amount: null, hold: 'fresh', at: null }]);
  };
  // Water has no dry measure.
  const canBeDry = items.every(({ ingredient }) => ingredient === null || (feeds.get(ingredient)?.dry_matter ?? 0) > 0);
  const closed = (column: RationBasis) => isDry(column) && column !== basis && !canBeDry;
  const missing = missingOf(value);
  const cost = loadOf(value, water, feeds, perHead).reduce(
    (all, { ingredient, head_fresh }) => all + head_fresh * (feeds.get(ingredient ?? 0)?.price ?? 0),
    0,
  );

  return (
    <section className={classes.editor} aria-label={t('pages:recipe.title')}>
      <Text size="xs" c="dimmed">
        {t('pages:drymatter.hint')}
      </Text>
      <div className={classes.inputs}>
        <Select
          label={t('pages:drymatter.basis')}
          data={RATION_BASES.map((one) => ({ value: one, label: label(one), disabled: closed(one) }))}
          value={basis}
          readOnly={readOnly}
          allowDeselect={false}
          onChange={(next) => next && onChange(writtenIn(value, next as RationBasis, feeds, perHead))}
        />
        {!isByHead(basis) && (
          <DecimalInput kind="weight" label={t('pages:schedule.weight_per_head')} value={perHead} max={1000} onChange={onPerHead} />
        )}
      </div>
      <div className={classes.scroll}>
        <Table className={classes.table} verticalSpacing={4} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('pages:recipe.ingredient')}</Table.Th>
              {RATION_BASES.map((column) => (
                <Table.Th key={column} ta="right" data-basis={column === basis || undefined}>
                  {label(column)}
                </Table.Th>
              ))}
              <Table.Th>{t('pages:drymatter.hold')}</Table.Th>
              {!readOnly && <Table.Th aria-label={t('core:list.actions')} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((part, index) => (
              <Table.Tr
                // The index identifies a row, so that choosing its ingredient keeps the focus.
                key={String(index)}
                onPaste={(event) => {
                  if (!readOnly && paste(index, event.clipboardData.getData('text/plain'))) event.preventDefault();
                }}
              >
                <Table.Td>
                  <IdSelect
                    aria-label={t('pages:recipe.ingredient')}
                    placeholder={t('pages:recipe.ingredient')}
                    rows={ingredients.filter(({ id }) => id === part.ingredient || !taken.has(id))}
                    value={part.ingredient}
                    onChange={(ingredient) => set(items.with(index, { ...part, ingredient }))}
                    searchable
                    selectFirstOptionOnChange
                    readOnly={readOnly}
                    limit={100}
                    error={errors[`items.${index}.ingredient`]}
                    autoFocus={index === added}
                  />
                </Table.Td>
                {RATION_BASES.map((column) => (
                  <Table.Td key={column}>
                    <DecimalInput
                      className={classes.amount}
                      kind={isByHead(column) ? 'weight' : 'percent'}
                      decimals={DECIMALS[column]}
                      unit=""
                      aria-label={`${label(column)}: ${findFeedName(part.ingredient)}`}
                      value={part.amount === null ? null : (measures[index]?.[column] ?? null)}
                      onChange={(amount) => onChange(typedIn(value, index, column, amount, feeds, perHead))}
                      data-column={column}
                      onKeyDown={(event) => goAlongOrAdd(event, index === items.length - 1, add)}
                      readOnly={readOnly || part.ingredient === null || closed(column)}
                      error={column === basis && (errors[`items.${index}.amount`] ?? errors[`items.${index}.percent`])}
                    />
                  </Table.Td>
                ))}
                <Table.Td>
                  <Select
                    className={classes.hold}
                    aria-label={`${t('pages:drymatter.hold')}: ${findFeedName(part.ingredient)}`}
                    data={HOLDS.map((hold) => ({ value: hold, label: t(`pages:drymatter.holds.${hold}`) }))}
                    value={part.hold}
                    readOnly={readOnly || part.ingredient === null}
                    allowDeselect={false}
                    error={errors[`items.${index}.hold`]}
                    onChange={(hold) => hold && onChange(heldAs(value, index, hold as Hold, feeds, perHead))}
                  />
                </Table.Td>
                {!readOnly && (
                  <Table.Td>
                    <Group gap={0} wrap="nowrap">
                      <PartTools
                        name={findFeedName(part.ingredient)}
                        place={{ first: index === 0, last: index === items.length - 1 }}
                        onMove={(by) => move(index, by)}
                        onRemove={() => set(items.filter((_, at) => at !== index))}
                      />
                    </Group>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>
                {t('pages:rations.cost_per_head')}: {format.money(cost)}
              </Table.Th>
              {RATION_BASES.map((column) => (
                <Table.Th key={column} ta="right" data-basis={column === basis || undefined}>
                  {format.value(
                    isByHead(column) ? 'weight' : 'percent',
                    column === basis && missing !== 0 ? 100 - missing : sumMeasures(measures, column),
                  )}
                </Table.Th>
              ))}
              <Table.Th colSpan={readOnly ? 1 : 2} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
      <Group gap="xs">
        {!readOnly && (
          <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} disabled={isFull}>
            {t('pages:recipe.add')}
          </Button>
        )}
        {missing !== 0 && items.length > 0 && (
          <Text c="var(--over)" role="status">
            {t(missing > 0 ? 'pages:recipe.remaining' : 'pages:recipe.over', { percent: format.value('percent', Math.abs(missing)) })}
          </Text>
        )}
        {missing !== 0 && !readOnly && items.length > 0 && (
          <Button size="compact-sm" variant="light" onClick={() => onChange(spreadAmounts(value))}>
            {t('pages:recipe.spread')}
          </Button>
        )}
      </Group>
      {errors.items && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {errors.items}
        </Text>
      )}
    </section>
  );
}
