import { Alert, Button, Checkbox, Group, Loader, Progress, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCopy, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedRow } from '#contract/imports.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ImportSpec, ListFile } from '#src/core/resource/list-file.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import type { CheckedFile } from './checked-file.ts';
import { ColumnMeanings } from './column-meanings.tsx';
import { FileChoice } from './file-choice.tsx';
import classes from './import.module.css';
import { ImportPreview } from './import-preview.tsx';
import { kindOf } from './preview.ts';
import { useImport } from './use-import.ts';

interface ImportModalProps {
  file: ListFile;
  imports: ImportSpec;
  onClose: () => void;
}

/** Takes a file in: choose, look at what it would do, then do it. */
export function ImportModal({ file, imports, onClose }: ImportModalProps) {
  const { t } = useTranslation(['import', 'core']);
  const format = useFormat();
  const { stage, progress, checked, problem, open, choose, write, cancel, again } = useImport(file, imports, onClose);
  // What is left out can come later; what went in twice has to be found first.
  const [withoutRepeats, setWithoutRepeats] = useState(true);
  const repeats = checked?.verdict.rows.filter((row) => row.repeats).length ?? 0;
  const unusual = checked?.verdict.rows.filter((row, at) => kindOf(row, checked.content.rows[at]) === 'unusual').length ?? 0;
  const [confirmed, setConfirmed] = useState<CheckedFile['content'] | null>(null);
  const changes = checked ? checked.verdict.created + checked.verdict.updated - (withoutRepeats ? repeats : 0) : 0;
  const wrong = checked?.verdict.rows.filter(({ action }) => action === 'wrong').length ?? 0;
  const [withoutWrong, setWithoutWrong] = useState<CheckedFile['verdict'] | null>(null);
  const blocking = checked && withoutWrong === checked.verdict ? 0 : wrong;
  const isLeftOut = ({ action, repeats: repeated }: ImportedRow) => action === 'wrong' || (withoutRepeats && repeated !== null);
  const busy = stage === 'reading' || stage === 'checking' || stage === 'writing';

  return (
    <PlainModal
      onClose={() => stage !== 'writing' && onClose()}
      size={checked ? 'min(1200px, 96vw)' : 'lg'}
      title={t('import:title', { name: file.title })}
    >
      <Stack>
        {problem && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
            {problem}
          </Alert>
        )}
        {!checked && <FileChoice file={file} imports={imports} disabled={busy} onChoose={(chosen) => choose(chosen)} />}
        {!checked && open && (
          <ColumnMeanings file={file} imports={imports} open={open} onApply={(choices) => choose(open.source, choices)} />
        )}
        {/* What was refused is shown first, as when it had been found at once. */}
        {checked && <ImportPreview key={wrong} file={file} checked={checked} parts={imports.parts} />}
        {checked && wrong > 0 && changes > 0 && (
          <Switch
            label={t('import:without_wrong')}
            checked={withoutWrong === checked.verdict}
            onChange={(event) => setWithoutWrong(event.currentTarget.checked ? checked.verdict : null)}
          />
        )}
        {checked && repeats > 0 && (
          <Alert color="straw" variant="light" icon={<IconCopy size={18} aria-hidden />} role="status">
            <Stack gap="xs">
              {t('import:repeats', { count: repeats })}
              <Switch
                label={t('import:without_repeats')}
                checked={withoutRepeats}
                onChange={(event) => setWithoutRepeats(event.currentTarget.checked)}
              />
            </Stack>
          </Alert>
        )}
        {checked && unusual > 0 && (
          <Alert color="straw" variant="light" icon={<IconScale size={18} aria-hidden />} role="status">
            <Stack gap="xs">
              {t('import:unusual.count', { shown: format.value('count', unusual) })}
              <Checkbox
                label={t('import:unusual.confirm')}
                checked={confirmed === checked.content}
                onChange={(event) => setConfirmed(event.currentTarget.checked ? checked.content : null)}
              />
            </Stack>
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Group gap="xs" role="status">
            {busy && (
              <>
                {progress === null ? (
                  <Loader size={16} />
                ) : (
                  <Progress.Root className={classes.progress}>
                    <Progress.Section value={Math.round(progress * 100)} aria-label={t(`import:stage.${stage}`)} />
                  </Progress.Root>
                )}
                <Text size="sm">{t(`import:stage.${stage}`)}</Text>
              </>
            )}
            {stage === 'preview' && (
              <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={again}>
                {t('import:other')}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={stage === 'writing' && checked ? () => cancel(checked) : onClose}>
              {t(changes + repeats === 0 && checked && wrong === 0 ? 'core:actions.close' : 'core:actions.cancel')}
            </Button>
            {checked && (wrong > 0 || repeats > 0 || changes > 0) && (
              <Button
                onClick={() => write(checked, isLeftOut)}
                loading={stage === 'writing'}
                disabled={busy || blocking > 0 || changes === 0 || (unusual > 0 && confirmed !== checked.content)}
              >
                {t('import:do', { count: changes })}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </PlainModal>
  );
}
