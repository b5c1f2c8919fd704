import { Button, Table, Text } from '@mantine/core';
import { IconChartLine, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DAYS_OF_YEAR } from '#contract/least-cost.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import classes from './least-cost.module.css';
import { takeOffers, useTodaysOffers } from './remembered.ts';
import type { FeedRow, Found } from './values.ts';

interface FeedsGridProps {
  farm: number;
  rows: readonly FeedRow[];
  feeds: ReadonlyMap<number, RecipeIngredient>;
  found: Found | null;
  heads: number;
  errors: Readonly<Record<string, string>>;
  onChange: (rows: FeedRow[]) => void;
  onLine: (ingredient: number) => void;
}

/** Feeds with their price and bounds; after a run, the present and the cheapest amount and the worth of each feed. */
export function FeedsGrid({ farm, rows, feeds, found, heads, errors, onChange, onLine }: FeedsGridProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const format = useFormat();
  const set = (index: number, values: Partial<FeedRow>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...values } : row)));
  const offered = useTodaysOffers(farm).filter(({ ingredient }) => feeds.has(ingredient));
  const added = [...feeds.values()].filter(({ id }) => !rows.some(({ ingredient }) => ingredient === id));
  const present = new Map(found?.answer.present.feeds.map(({ ingredient, amount }) => [ingredient, amount]));
  const optimal = new Map(found?.answer.feeds?.map((feed) => [feed.ingredient, feed]));
  return (
    <>
      <Table.ScrollContainer minWidth={900} type="native">
        <Table className={classes.numbers} verticalSpacing={4} aria-label={t('nutrients:leastcost.feeds')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('nutrients:leastcost.feed')}</Table.Th>
              <Table.Th>{t('nutrients:leastcost.price')}</Table.Th>
              <Table.Th>{t('nutrients:leastcost.min')}</Table.Th>
              <Table.Th>{t('nutrients:leastcost.max')}</Table.Th>
              <Table.Th data-right>{t('nutrients:leastcost.now')}</Table.Th>
              <Table.Th data-right>{t('nutrients:leastcost.then')}</Table.Th>
              <Table.Th data-right title={t('nutrients:leastcost.worth_hint')}>
                {t('nutrients:leastcost.worth')}
              </Table.Th>
              <Table.Th data-right>{t('nutrients:leastcost.saving')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => {
              const feed = feeds.get(row.ingredient);
              const name = feed?.name ?? '–';
              const then = optimal.get(row.ingredient);
              const worth =
                then &&
                (then.worth === null
                  ? t(then.is_in ? 'nutrients:leastcost.needed' : 'nutrients:leastcost.never')
                  : format.value('price', then.worth));
              return (
                <Table.Tr key={row.ingredient}>
                  <Table.Td>
                    {name}
                    {row.supplier && (
                      <Text size="xs" c="dimmed">
                        {t('nutrients:leastcost.offer_of', { supplier: row.supplier })}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <DecimalInput
                      kind="price"
                      className={classes.field}
                      aria-label={`${t('nutrients:leastcost.price')}: ${name}`}
                      value={row.price}
                      error={errors[`feeds.${index}.price`]}
                      onChange={(price) => set(index, { price, supplier: null })}
                    />
                  </Table.Td>
                  {(['min', 'max'] as const).map((side) => (
                    <Table.Td key={side}>
                      <DecimalInput
                        kind="weight"
                        decimals={3}
                        className={classes.field}
                        aria-label={`${t(`nutrients:leastcost.${side}`)}: ${name}`}
                        value={row[side]}
                        error={errors[`feeds.${index}.${side}`]}
                        onChange={(value) => set(index, { [side]: value })}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td data-right>{found && format.value('weight', present.get(row.ingredient) ?? 0)}</Table.Td>
                  <Table.Td data-right>
                    <b>{then && format.value('weight', then.amount)}</b>
                  </Table.Td>
                  <Table.Td data-right>{worth}</Table.Td>
                  <Table.Td data-right>
                    {then?.is_in && then.saving !== null && format.value('money', then.saving * heads * DAYS_OF_YEAR)}
                  </Table.Td>
                  <Table.Td className={classes.actions}>
                    {then && (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        leftSection={<IconChartLine size={14} aria-hidden />}
                        aria-label={`${t('nutrients:leastcost.line')}: ${name}`}
                        onClick={() => onLine(row.ingredient)}
                      >
                        {t('nutrients:leastcost.line')}
                      </Button>
                    )}
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
      <div className={classes.run}>
        <IdSelect
          className={classes.adder}
          aria-label={t('nutrients:leastcost.add_feed')}
          placeholder={t('nutrients:leastcost.add_feed')}
          rows={added}
          value={null}
          searchable
          onChange={(id) =>
            id !== null &&
            onChange([...rows, { ingredient: id, price: feeds.get(id)?.price ?? null, min: null, max: null, supplier: null }])
          }
        />
        {offered.length > 0 && (
          <Button variant="default" onClick={() => onChange(takeOffers(rows, offered, feeds))}>
            {t('nutrients:leastcost.take_offers', { count: offered.length, shown: format.value('count', offered.length) })}
          </Button>
        )}
      </div>
    </>
  );
}
