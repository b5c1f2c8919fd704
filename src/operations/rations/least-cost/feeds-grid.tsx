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
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <FeedLine
                key={row.ingredient}
                row={row}
                name={feeds.get(row.ingredient)?.name ?? '–'}
                present={found && (present.get(row.ingredient) ?? 0)}
                then={optimal.get(row.ingredient)}
                heads={heads}
                findError={(field) => errors[`feeds.${index}.${field}`]}
                onChange={(values) => set(index, values)}
                onRemove={() => onChange(rows.filter((one) => one !== row))}
                onLine={() => onLine(row.ingredient)}
              />
            ))}
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

interface FeedLineProps {
  row: FeedRow;
  name: string;
  /** The amount in the ration as it is; null before a run. */
  present: number | null;
  /** The feed in the cheapest ration. */
  then: NonNullable<Found['answer']['feeds']>[number] | undefined;
  heads: number;
  findError: (field: 'price' | 'min' | 'max') => string | undefined;
  onChange: (values: Partial<FeedRow>) => void;
  onRemove: () => void;
  onLine: () => void;
}

function FeedLine({ row, name, present, then, heads, findError, onChange, onRemove, onLine }: FeedLineProps) {
  const { t } = useTranslation('nutrients');
  const format = useFormat();
  const withoutWorth = t(then?.is_in ? 'nutrients:leastcost.needed' : 'nutrients:leastcost.never');
  const worth = then && (then.worth === null ? withoutWorth : format.value('price', then.worth));
  return (
    <Table.Tr>
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
          error={findError('price')}
          onChange={(price) => onChange({ price, supplier: null })}
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
            error={findError(side)}
            onChange={(value) => onChange({ [side]: value })}
          />
        </Table.Td>
      ))}
      <Table.Td data-right>{present !== null && format.value('weight', present)}</Table.Td>
      <Table.Td data-right>
        <b>{then && format.value('weight', then.amount)}</b>
      </Table.Td>
      <Table.Td data-right>{worth}</Table.Td>
      <Table.Td data-right>{then?.is_in && then.saving !== null && format.value('money', then.saving * heads * DAYS_OF_YEAR)}</Table.Td>
      <Table.Td className={classes.actions}>
        {then && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconChartLine size={14} aria-hidden />}
            aria-label={`${t('nutrients:leastcost.line')}: ${name}`}
            onClick={onLine}
          >
            {t('nutrients:leastcost.line')}
          </Button>
        )}
        <IconButton icon={IconX} label={t('nutrients:leastcost.remove', { name })} onClick={onRemove} />
      </Table.Td>
    </Table.Tr>
  );
}
