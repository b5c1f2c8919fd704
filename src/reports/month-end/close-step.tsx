import { Button, Text } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { closedMonths } from '#contract/operations/closed-months.ts';
import type { MonthEndFarm } from '#contract/reports/month-end.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { LongProgress } from '#src/core/ui/long-progress.tsx';
import { ask } from '#src/core/ui/question.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { AffectedMonths } from '#src/reports/closed-months/affected-months.tsx';
import { useAffectedMonths } from '#src/reports/papers/use-affected-months.ts';
import { type Chosen, useChecks } from './queries.ts';
import { useLong } from './use-long.ts';

const PATIENCE = 10 * 60_000;

/** Closes the month at all chosen farms where it is open: at all or none. Lists the earlier months that are closed with it, and asks once if checks are open. */
export function CloseStep({ chosen, rows }: { chosen: Chosen; rows: readonly MonthEndFarm[] }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const { can } = useAccess();
  const format = useFormat();
  const { done, start, cancel } = useLong();
  const month = format.month(chosen.month);
  const open = rows
    .filter(({ farm }) => chosen.farms.includes(farm))
    .flatMap(({ farm, months }) =>
      months.filter((one) => one.month === chosen.month && one.state !== 'closed').map(({ state }) => ({ farm, state })),
    );
  const farms = open.filter(({ state }) => state !== 'running').map(({ farm }) => farm);
  const { data: affected, error, refetch } = useAffectedMonths('close', farms, chosen.month);
  const checks = useChecks({ month: chosen.month, farms });
  const navigate = useNavigate();
  const path = useAppPath();
  const earlier = affected?.filter((one) => one.month !== chosen.month) ?? [];
  if (open.length === 0)
    return (
      <Text role="status">
        <IconCheck size={16} aria-hidden /> {t('pages:month_end.closed_all')}
      </Text>
    );
  if (farms.length === 0) return <Text>{t('pages:month_end.not_over')}</Text>;
  if (done !== null) return <LongProgress text={t('pages:month_end.closing')} done={done} onCancel={cancel} />;
  const links = (checks.data ?? []).map(({ code, farm, farm_name, count }) => {
    const to = path(`reports/month-end?month=${chosen.month}&farm=${farm}`);
    const label = `${farm_name} · ${t(`pages:month_end.check.${code}`)}: ${format.value('count', count)}`;
    return { label, to, open: () => void navigate(to) };
  });
  const question = { title: t('pages:month_end.ask_title', { month }), text: t('pages:month_end.ask_text'), links };
  const close = async () => {
    if (links.length > 0 && !(await ask({ ...question, confirm: t('pages:month_end.close_anyway') }))) return;
    await start(async ({ signal, onDone }) => {
      await api.post(`${closedMonths.path}/close/`, { body: { farms, month: chosen.month }, signal, onDone, timeout: PATIENCE });
      toast.success(t('pages:months.done', { month }));
      await refresh(closedMonths);
    });
  };
  return (
    <>
      <Text mb="sm">{t('pages:month_end.close_text')}</Text>
      {error && !affected && <FailedState error={error} onRetry={refetch} />}
      {checks.error && !checks.data && <FailedState error={checks.error} onRetry={checks.refetch} />}
      {earlier.length > 0 && (
        <>
          <Text>{t('pages:months.affected.close')}</Text>
          <AffectedMonths months={earlier} action="close" farms />
        </>
      )}
      {affected && checks.data && (
        <Button leftSection={<IconLock size={18} aria-hidden />} disabled={!can('blanks', 'change')} onClick={close}>
          {t('pages:month_end.close', { month, number: farms.length })}
        </Button>
      )}
    </>
  );
}
