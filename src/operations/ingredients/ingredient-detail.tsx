import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ingredients } from '#contract/operations/ingredients.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { Lasting, Rest, RunsOut } from '#src/domain/stock/rest.tsx';
import classes from './detail.module.css';
import { IngredientPast } from './ingredient-past.tsx';
import { Intakes } from './intakes.tsx';

/** A feed: stock, cost, use, and the history of its price and dry matter. */
export function IngredientDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const format = useFormat();
  const { data: row, error, refetch } = useRow(ingredients, id);
  const weight = t(format.unit('weight'));
  const price = t(format.unit('price'), format.unitValues);
  const facts =
    row &&
    ([
      ['rest', row.water ? '–' : <Rest key="rest" kg={row.rest} />, row.water ? '' : weight],
      ['days_left', <Lasting key="days" days={row.days_left} text={format.value('count', row.days_left)} />, ''],
      ['run_out_on', <RunsOut key="run_out" day={row.run_out_on} farm={row.farm} />, ''],
      ['price', format.value('price', row.price), price],
      ['average_price', format.value('price', row.average_price), price],
      ['value', format.money(row.rest * row.average_price), ''],
      ['dry_matter', format.value('percent', row.dry_matter), '%'],
      ['humidity', format.value('percent', row.humidity), '%'],
      ['type', row.type_name, ''],
      ['stock', row.stock_name, ''],
      ['farm', row.farm_name, ''],
    ] as const);
  return (
    <PlainModal onClose={onClose} size="xl" title={row?.name ?? t('core:loading')}>
      {error && !row ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Stack gap="lg">
          {facts ? (
            <dl className={classes.facts}>
              {facts.map(([key, value, unit]) => (
                <div key={key}>
                  <dt>{t(`operations:ingredients.${key}`)}</dt>
                  <dd>
                    {value} <small>{unit}</small>
                  </dd>
                </div>
              ))}
            </dl>
          ) : (
            <Skeleton height={164} data-skeleton />
          )}
          {row && <Intakes ingredient={row} />}
          {can('history', 'view') && <IngredientPast id={id} />}
        </Stack>
      )}
    </PlainModal>
  );
}
