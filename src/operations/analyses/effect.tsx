import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { type AnalysisEffect, analyses } from '#contract/operations/analyses.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { measureName, measureText } from './measures.ts';

type Effect = z.output<typeof AnalysisEffect>;

/** Rations that leave a norm by an analysis, each with a link to its cheapest fix. */
export function EffectOnRations({ analysis }: { analysis: number }) {
  const { t } = useTranslation(['nutrients', 'operations', 'reports']);
  const format = useFormat();
  const path = useAppPath();
  const farms = useFarms().data ?? [];
  const { data } = useQuery({
    queryKey: [analyses.id, analysis, 'effect'],
    queryFn: async ({ signal }) => (await api.get<Effect[]>(`${analyses.path}/${analysis}/effect/`, { signal })).data,
    meta: { of: ['analyses', 'rations', 'norms', 'loadings'] },
  });
  if (!data || data.length === 0) return null;
  const leaving = data.filter(({ leaves }) => leaves);
  if (leaving.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <IconCheck size={14} aria-hidden /> {t('nutrients:analyses.effect_none')}
      </Text>
    );
  const unitName = ({ per, unit }: Effect) =>
    `${measureName(t, format, unit)}${per === 'head' ? ` · ${t('nutrients:norms.pers.head')}` : ''}`;
  const bounds = ({ min, max, unit }: Effect) =>
    [min === null ? '' : `≥ ${measureText(format, min, unit)}`, max === null ? '' : `≤ ${measureText(format, max, unit)}`]
      .filter(Boolean)
      .join(', ');
  return (
    <Alert color="yellow" title={t('nutrients:analyses.effect')}>
      <List size="sm">
        {leaving.map((one) => {
          const farm = farms.find(({ id }) => id === one.farm);
          const name = `${one.ration_name} · ${one.group_name}`;
          return (
            <List.Item key={`${one.ration} ${one.group} ${one.nutrient}`}>
              {farm ? (
                <Anchor
                  component={Link}
                  c="inherit"
                  underline="always"
                  to={path(`companies/${farm.company}/farms/${farm.id}/rations/${one.ration}?tab=least-cost`)}
                >
                  {name}
                </Anchor>
              ) : (
                name
              )}
              : {one.nutrient_name} {measureText(format, one.before, one.unit)} <IconArrowRight size={12} aria-label="→" />{' '}
              {measureText(format, one.after, one.unit)} {unitName(one)} ({bounds(one)})
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
