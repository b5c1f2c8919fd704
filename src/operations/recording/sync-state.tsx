import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUpload, IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { errorText } from '#src/core/api/error-text.ts';
import { online } from '#src/core/api/network.ts';
import { useStore } from '#src/core/api/store.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { useKeeping, useWaiting } from './keeping.ts';
import { discard, retry } from './queue.ts';
import classes from './recording.module.css';
import type { WaitingReport } from './waiting-words.ts';

/** The place of the recording: on the server, being sent, stored here, or only on this page. */
export function SyncState() {
  const { t } = useTranslation(['operations', 'pages']);
  const reachable = useStore(online);
  const { failed, unkept } = useKeeping();
  const list = useWaiting();
  const count = list.filter(({ refused }) => !refused).length;
  const chooseState = () => {
    if (failed)
      return [IconAlertTriangle, 'failed', t(unkept.size > 0 ? 'pages:recording.unkept' : 'pages:recording.keeps_nothing')] as const;
    if (unkept.size > 0) return [IconDeviceFloppy, 'keeping', t('pages:recording.keeping')] as const;
    if (!reachable) return [IconCloudOff, 'offline', t('pages:recording.offline', { count })] as const;
    if (count > 0) return [IconCloudUpload, 'sending', t('pages:recording.sending', { count })] as const;
    return [IconCloudCheck, 'saved', t('pages:recording.saved')] as const;
  };
  const [Sign, state, text] = chooseState();
  return (
    <span className={classes.sync} data-state={state} role={failed ? 'alert' : 'status'}>
      <Sign size={18} aria-hidden />
      {text}
    </span>
  );
}

/** Shows a report's lines, so that recorded data is always visible. */
function SyncMessage({ reports, row }: { reports: readonly WaitingReport[]; row: ScheduleRow }) {
  const format = useFormat();
  const unit = useWeightUnit();
  const inKilograms = (kg: number) => `${format.value('weight', kg)} ${unit}`;
  const listItems = ({ body }: WaitingReport) =>
    ('items' in body ? body.items : []).map(({ ingredient: id, weight_fact, pack, packs }): [name: string, weight: string] => [
      row.items.find(({ ingredient }) => ingredient === id)?.ingredient_name ?? '',
      packs == null ? inKilograms(weight_fact ?? 0) : `${format.value('ratio', packs)} ${pack ?? ''}`,
    ]);
  const listGroups = ({ body }: WaitingReport) =>
    ('groups' in body ? body.groups : []).map(({ group: id, weight_fact }): [name: string, weight: string] => [
      row.groups.find(({ group }) => group === id)?.group_name ?? '',
      inKilograms(weight_fact),
    ]);
  // A later report of the same part replaces an earlier one.
  const words = new Map(reports.flatMap((report) => [...listItems(report), ...listGroups(report)]));
  return (
    <ul className={classes.pending}>
      {[...words].map(([name, weight]) => (
        <li key={name}>
          {name}: {weight}
        </li>
      ))}
    </ul>
  );
}

/** Shows the server's reason for a refusal and the recorded values, until a person decides. */
export function Refused({ row, onDiscard }: { row: ScheduleRow; onDiscard: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const reports = useWaiting().filter((one): one is WaitingReport => one.schedule === row.id);
  const refused = reports.find((one) => one.refused)?.refused;
  if (!refused) return null;
  const giveUp = async () => {
    const sure = await ask({
      title: t('pages:recording.discard'),
      text: t('pages:recording.discard_text'),
      confirm: t('pages:recording.discard'),
      danger: true,
      forGloves: true,
    });
    if (!sure) return;
    discard(row.id);
    onDiscard();
    await refresh({ id: 'schedules' });
  };
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title={t('pages:recording.refused')}>
      <Stack gap="xs">
        <Text>
          {errorText(t, refused)}. {t('pages:recording.refused_text')}
        </Text>
        <SyncMessage reports={reports} row={row} />
        <Group gap="xs">
          <Button onClick={() => retry(row.id)}>{t('core:actions.retry')}</Button>
          <Button variant="default" onClick={giveUp}>
            {t('pages:recording.discard')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
