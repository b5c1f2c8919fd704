import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { whyNoChange } from '#common/files/comparison-text.ts';
import type { HomeIntakes } from '#contract/reports/home.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines } from '#src/core/home/block.tsx';
import { useBlock, useSource } from './queries.ts';

/** Groups that eat clearly more or less than in the week before. */
export function IntakesBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const source = useSource();
  const intakes = useBlock<HomeIntakes>('intakes');
  return (
    <Block title={t('pages:home.intakes')} of={intakes} more={intakes.data && { label: t('pages:home.all'), to: source(intakes.data) }}>
      {({ rows, base, nutrients }) => (
        <>
          <Lines none={whyNoChange(base, t, format) ?? t('pages:home.no_intakes')}>
            {rows.map((row) => (
              <Line
                key={row.group}
                to={source(row)}
                name={row.group_name}
                detail={t('pages:home.intake', {
                  from: format.value('weight', row.previous_dmi),
                  to: format.value('weight', row.dmi),
                  unit: t(format.unit('weight')),
                })}
                value={format.roundedPercent(row.percent, { decimals: 1, plus: true })}
              />
            ))}
          </Lines>
          {nutrients && (
            <Anchor component={Link} to={source(nutrients)} size="sm">
              {t('pages:home.nutrients')}
            </Anchor>
          )}
        </>
      )}
    </Block>
  );
}
