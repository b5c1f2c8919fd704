import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FeedWorth, offers, WORTH_PATH } from '#contract/operations/offers.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';

export interface FeedWorthProps {
  ingredient: number;
  price: number | null;
}

/** The price per kilogram up to which the feed pays, by ration whose limits are remembered, compared with the typed price. */
export function FeedWorthLines({ ingredient, price }: FeedWorthProps) {
  const { t } = useTranslation(['nutrients', 'reports', 'core']);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [offers.id, 'worth', ingredient],
    queryFn: async ({ signal }) => (await api.get<FeedWorth[]>(`${WORTH_PATH}/`, { query: { ingredient }, signal })).data,
  });
  const unit = t(format.unit('price'), format.unitValues);
  const describeWorth = ({ state, worth }: FeedWorth) => {
    if (worth === null) return t(`reports:value_state.${state}`);
    if (price === null || worth === 0) return `${format.value('price', worth)} ${unit}`;
    const percent = format.percent(Math.abs(((worth - price) / worth) * 100));
    return `${format.value('price', worth)} ${unit}, ${t(price <= worth ? 'nutrients:offers.below' : 'nutrients:offers.above', { percent })}`;
  };
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('nutrients:offers.worth')}>
      <Text size="sm" fw={600} title={t('nutrients:leastcost.worth_hint')}>
        {t('nutrients:offers.worth')}
      </Text>
      {data.map((one) => (
        <Text key={one.ration} size="sm" c={one.worth !== null && price !== null && price > one.worth ? 'dimmed' : undefined}>
          {one.ration_name}: {describeWorth(one)}
        </Text>
      ))}
    </section>
  );
}
