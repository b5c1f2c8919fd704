import { Alert, Button, Checkbox, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadImported } from '#contract/operations/load-imports.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CHOOSABLE_FILES } from '#src/core/resource/import/run.ts';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { PlanningFrame } from '#src/operations/feedings/planning-frame.tsx';
import { Account } from './account.tsx';
import { Matching } from './matching.tsx';
import { useLoadImport } from './use-load-import.ts';

/** Past loads of the farm: choose files, match names, review and import. */
export function Page() {
  const { t } = useTranslation(['pages', 'import', 'core']);
  const farm = useFarmOfRoute();
  const format = useFormat();
  const loads = useLoadImport(farm.id);
  const { stage, rows, verdict, problem, progress, source } = loads;
  const busy = stage === 'reading' || stage === 'checking' || stage === 'writing';
  const names = verdict ? Object.values(verdict.unknown).flat() : [];
  const [confirmed, setConfirmed] = useState<LoadImported | null>(null);
  const isUnusual = verdict !== null && verdict.early + verdict.far_off > 0;
  const isChecked = stage === 'checked' && verdict !== null;

  return (
    <PlanningFrame title={t('pages:load_import.title')}>
      <Stack maw={900}>
        <Text size="sm">{t('pages:load_import.about')}</Text>
        {problem && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label={t('pages:load_import.source')}
          maxLength={60}
          value={source}
          disabled={busy}
          onChange={(event) => loads.setSource(event.currentTarget.value)}
        />
        {!rows && (
          <FileButton multiple accept={CHOOSABLE_FILES} onChange={(files) => files.length > 0 && void loads.choose(files)}>
            {(props) => (
              <Button {...props} disabled={busy} leftSection={<IconFileUpload size={18} aria-hidden />}>
                {t('pages:load_import.choose')}
              </Button>
            )}
          </FileButton>
        )}
        {busy && (
          <Stack gap={4} role="status">
            <Progress.Root>
              <Progress.Section value={Math.round((progress ?? 0) * 100)} aria-label={t('pages:load_import.sending')} />
            </Progress.Root>
            <Text size="sm">{t('pages:load_import.sending')}</Text>
          </Stack>
        )}
        {rows && verdict && stage !== 'written' && <Account rows={rows} verdict={verdict} />}
        {isChecked && names.length > 0 && <Matching farm={farm.id} unknown={verdict.unknown} picks={loads.picks} onPick={loads.pick} />}
        {isChecked && isUnusual && verdict.wrong === 0 && verdict.created > 0 && (
          <Checkbox
            label={t('import:unusual.confirm')}
            checked={confirmed === verdict}
            onChange={(event) => setConfirmed(event.currentTarget.checked ? verdict : null)}
          />
        )}
        {stage === 'written' && verdict && (
          <Text role="status">{t('pages:load_import.done', { shown: format.value('count', verdict.created) })}</Text>
        )}
        <Buttons loads={loads} busy={busy} isHeld={isUnusual && confirmed !== verdict} />
      </Stack>
    </PlanningFrame>
  );
}

interface ButtonsProps {
  loads: ReturnType<typeof useLoadImport>;
  busy: boolean;
  /** Unusual loads need a confirmation first. */
  isHeld: boolean;
}

function Buttons({ loads, busy, isHeld }: ButtonsProps) {
  const { t } = useTranslation(['pages', 'import', 'core']);
  const format = useFormat();
  const { stage, rows, verdict } = loads;
  const isChecked = stage === 'checked' && verdict !== null;
  return (
    <Group gap="xs">
      {rows && !busy && (
        <Button variant="default" onClick={loads.again}>
          {t('pages:load_import.again')}
        </Button>
      )}
      {busy && (
        <Button variant="default" onClick={() => (stage === 'writing' ? void loads.cancel() : loads.again())}>
          {t('core:actions.cancel')}
        </Button>
      )}
      {isChecked && (
        <Button variant="default" onClick={() => void loads.checkAgain()}>
          {t('import:match.check')}
        </Button>
      )}
      {isChecked && verdict.wrong === 0 && verdict.created > 0 && (
        <Button disabled={isHeld} onClick={() => void loads.write()}>
          {t('pages:load_import.write', { shown: format.value('count', verdict.created) })}
        </Button>
      )}
    </Group>
  );
}
