import { Button, Paper, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { withParams } from '#src/core/layout/with-params.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { BudgetLines } from './budget-lines.tsx';
import { CheckStep } from './check-step.tsx';
import { CloseStep } from './close-step.tsx';
import { Matrix } from './matrix.tsx';
import { PapersStep } from './papers-step.tsx';
import { type Chosen, useMatrix } from './queries.ts';
import { SendStep } from './send-step.tsx';

const STEPS = ['check', 'papers', 'close', 'send'] as const;

/** A month's end at all farms: the matrix, and four steps for the month chosen in it; by default the last one. */
export function Page() {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const { data: rows, error, refetch } = useMatrix();
  const [params, setParams] = useSearchParams();
  const step = STEPS.find((one) => one === params.get('step')) ?? 'check';
  const put = (values: Record<string, string | null>) => setParams(withParams(values), { replace: true });
  const header = <PageHeader title={t('reports:month_end.title')} detail={t('pages:month_end.detail')} />;
  const months = rows?.[0]?.months.map(({ month }) => month);
  // The current month comes first, then the last completed one.
  const month = months?.find((one) => one === params.get('month')) ?? months?.[1];
  if (!rows || !month) {
    const body = rows ? (
      <EmptyState title={t('reports:view.no_farm')} />
    ) : error ? (
      <FailedState error={error} onRetry={refetch} />
    ) : (
      <TableSkeleton />
    );
    return (
      <>
        {header}
        {body}
      </>
    );
  }
  const named = rows.find(({ farm }) => farm === Number(params.get('farm')));
  const chosen: Chosen = { month, farms: (named ? [named] : rows).map(({ farm }) => farm) };
  const next = STEPS[STEPS.indexOf(step) + 1];
  return (
    <>
      {header}
      <Matrix rows={rows} chosen={chosen} onChoose={(to, farm) => put({ month: to, farm: farm === null ? null : String(farm) })} />
      <Paper withBorder p="md" mt="md">
        <Text fw={600} mb="sm" role="status">
          {t('pages:month_end.chosen', { month: format.month(month), farms: named?.farm_name ?? t('pages:month_end.all_farms') })}
        </Text>
        <BudgetLines chosen={chosen} />
        <Tabs value={step} onChange={(value) => put({ step: value })} keepMounted={false}>
          <Tabs.List mb="md">
            {STEPS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`pages:month_end.step.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="check">
            <CheckStep chosen={chosen} />
          </Tabs.Panel>
          <Tabs.Panel value="papers">
            <PapersStep chosen={chosen} />
          </Tabs.Panel>
          <Tabs.Panel value="close">
            <CloseStep chosen={chosen} rows={rows} />
          </Tabs.Panel>
          <Tabs.Panel value="send">
            <SendStep chosen={chosen} />
          </Tabs.Panel>
        </Tabs>
        {next && (
          <Button mt="md" variant="default" onClick={() => put({ step: next })}>
            {t('pages:month_end.next', { step: t(`pages:month_end.step.${next}`) })}
          </Button>
        )}
      </Paper>
    </>
  );
}
