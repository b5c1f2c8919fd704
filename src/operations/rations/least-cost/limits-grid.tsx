import { Button, MultiSelect, Select, Table } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LIMIT_BASES } from '#contract/least-cost.ts';
import { RATION_BASES, type RationBasis } from '#contract/operations/ration-items.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import { measureField } from '#src/operations/analyses/measures.ts';
import classes from './least-cost.module.css';
import { limitText } from './limit-text.ts';
import { type Found, LIMIT_KINDS, type LimitKind, type LimitRow, limitValueText, measureLimit, newLimit, shadowText } from './values.ts';

interface LimitsGridProps {
  rows: readonly LimitRow[];
  nutrients: readonly ListedNutrient[];
  /** Feeds of the list, by id. */
  feedNames: ReadonlyMap<number, string>;
  found: Found | null;
  errors: Readonly<Record<string, string>>;
  onChange: (rows: LimitRow[]) => void;
}

interface SubjectProps {
  row: LimitRow;
  label: string;
  nutrients: readonly ListedNutrient[];
  feedNames: ReadonlyMap<number, string>;
  error: string | undefined;
  onChange: (values: Partial<LimitRow>) => void;
}

/** The part of a limit that depends on its kind: nutrients, the basis, or the feeds of a group. */
function Subject({ row, label, nutrients, feedNames, error, onChange }: SubjectProps) {
  const { t } = useTranslation('nutrients');
  if (row.of === 'feeds') {
    return (
      <>
        <MultiSelect
          aria-label={`${t('nutrients:leastcost.feeds')}: ${label}`}
          data={[...feedNames].map(([id, name]) => ({ value: String(id), label: name }))}
          value={row.feeds.map(String)}
          error={error}
          onChange={(ids) => onChange({ feeds: ids.map(Number) })}
        />
        <Select
          aria-label={`${t('nutrients:leastcost.limit')}: ${label}`}
          allowDeselect={false}
          data={RATION_BASES.map((basis) => ({ value: basis, label: t(`nutrients:leastcost.group.${basis}`) }))}
          value={row.group}
          onChange={(group) => onChange({ group: group as RationBasis })}
        />
      </>
    );
  }
  if (row.of !== 'nutrient' && row.of !== 'ratio') return null;
  const select = (field: 'nutrient' | 'to') => (
    <IdSelect
      aria-label={`${t('nutrients:leastcost.kinds.nutrient')}: ${label}`}
      rows={nutrients}
      value={row[field]}
      error={error}
      onChange={(id) => onChange({ [field]: id })}
    />
  );
  return (
    <>
      {select('nutrient')}
      {row.of === 'ratio' ? (
        select('to')
      ) : (
        <Select
          aria-label={`${t('nutrients:leastcost.limit')}: ${label}`}
          allowDeselect={false}
          data={LIMIT_BASES.map((per) => ({ value: per, label: t(`nutrients:leastcost.pers.${per}`) }))}
          value={row.per}
          onChange={(per) => onChange({ per: per as LimitRow['per'] })}
        />
      )}
    </>
  );
}

/** Limits of the ration; after a run, the present and the new value and the price of each limit. */
export function LimitsGrid({ rows, nutrients, feedNames, found, errors, onChange }: LimitsGridProps) {
  const { t } = useTranslation(['nutrients', 'reports', 'core']);
  const format = useFormat();
  const set = (index: number, values: Partial<LimitRow>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...values } : row)));
  const nextKey = rows.reduce((next, { key }) => Math.max(next, key + 1), 1);
  return (
    <>
      <Table.ScrollContainer minWidth={900} type="native">
        <Table className={classes.numbers} verticalSpacing={4} aria-label={t('nutrients:leastcost.limits')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('nutrients:leastcost.limit')}</Table.Th>
              <Table.Td />
              <Table.Th>{t('nutrients:leastcost.min')}</Table.Th>
              <Table.Th>{t('nutrients:leastcost.max')}</Table.Th>
              <Table.Th data-right>{t('nutrients:leastcost.now')}</Table.Th>
              <Table.Th data-right>{t('nutrients:leastcost.then')}</Table.Th>
              <Table.Th data-right title={t('nutrients:leastcost.shadow_hint')}>
                {t('nutrients:leastcost.shadow')}
              </Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => {
              const measure = measureLimit(row, nutrients);
              const name = limitText(t, row, nutrients, feedNames);
              const then = found?.answer.limits?.[index];
              const error = ['nutrient', 'to', 'feeds'].flatMap((field) => errors[`limits.${index}.${field}`] ?? [])[0];
              return (
                <Table.Tr key={row.key} data-tight={then?.side ?? undefined}>
                  <Table.Td>
                    <Select
                      className={classes.kind}
                      aria-label={`${t('nutrients:leastcost.limit')} ${index + 1}`}
                      allowDeselect={false}
                      data={LIMIT_KINDS.map((of) => ({ value: of, label: t(`nutrients:leastcost.kinds.${of}`) }))}
                      value={row.of}
                      onChange={(of) => set(index, { of: of as LimitKind })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <div className={classes.subject}>
                      <Subject
                        row={row}
                        label={String(index + 1)}
                        nutrients={nutrients}
                        feedNames={feedNames}
                        error={error}
                        onChange={(values) => set(index, values)}
                      />
                    </div>
                  </Table.Td>
                  {(['min', 'max'] as const).map((side) => (
                    <Table.Td key={side}>
                      <DecimalInput
                        {...(measure.unit ? measureField(t, format, measure.unit) : { kind: measure.kind, decimals: 4 })}
                        className={classes.field}
                        aria-label={`${t(`nutrients:leastcost.${side}`)}: ${name}`}
                        value={row[side]}
                        error={errors[`limits.${index}.${side}`]}
                        onChange={(value) => set(index, { [side]: value })}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td data-right>{found && limitValueText(t, format, measure, found.answer.present.limits[index] ?? null)}</Table.Td>
                  <Table.Td data-right>
                    <b>{then && limitValueText(t, format, measure, then.value)}</b>
                  </Table.Td>
                  <Table.Td data-right>{then && then.shadow_price !== 0 && shadowText(format, measure, then.shadow_price)}</Table.Td>
                  <Table.Td>
                    <IconButton
                      icon={IconX}
                      label={t('nutrients:leastcost.remove', { name })}
                      onClick={() => onChange(rows.filter((one) => one !== row))}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Button
        variant="subtle"
        className={classes.more}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...rows, newLimit(nextKey)])}
      >
        {t('nutrients:leastcost.add_limit')}
      </Button>
    </>
  );
}
