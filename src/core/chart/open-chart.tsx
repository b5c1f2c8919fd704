import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import classes from './chart.module.css';
import type { WholeChartProps } from './whole-chart.tsx';

const WholeChart = lazyPart(async () => (await import('./whole-chart.tsx')).WholeChart);

/** The button that opens the whole chart, which a click on the title does as well. */
export function OpenChart(chart: Omit<WholeChartProps, 'onClose'>) {
  const { t } = useTranslation('pages');
  const [whole, setWhole] = useState(false);
  return (
    <>
      <Tip label={t('pages:chart.open')}>
        <ActionIcon
          className={classes.open}
          variant="subtle"
          color="gray"
          aria-label={t('pages:chart.open')}
          aria-haspopup="dialog"
          onPointerEnter={WholeChart.preload}
          onClick={() => setWhole(true)}
        >
          <IconArrowsMaximize size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tip>
      {whole && (
        <Suspense>
          <WholeChart {...chart} onClose={() => setWhole(false)} />
        </Suspense>
      )}
    </>
  );
}
