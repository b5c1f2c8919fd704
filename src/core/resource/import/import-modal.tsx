import { Alert, Button, Checkbox, Group, Loader, Progress, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCopy, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedRow } from '#contract/imports.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ImportSpec, ListFile } from '#src/core/resource/list-file.ts';
import { useNarrow } from '#src/core/ui/on-phone.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import type { CheckedFile, PastedRows } from './checked-file.ts';
import { CodeStep, findLackingCodes } from './code-step.tsx';
import { ColumnMeanings } from './column-meanings.tsx';
import { ColumnStep } from './column-step.tsx';
import { FarmStep, lacksFarm } from './farm-step.tsx';
import { FileChoice } from './file-choice.tsx';
import classes from './import.module.css';
import { ImportPreview } from './import-preview.tsx';
import { NameStep } from './name-step.tsx';
import { kindOf } from './preview.ts';
import { useImport } from './use-import.ts';

interface ImportModalProps {
  file: ListFile;
  imports: ImportSpec;
  /** Rows that were pasted, instead of a file that is chosen. */
  pasted?: PastedRows;
  onClose: () => void;
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Imports a file or pasted rows: choose, preview, write. */
export function ImportModal({ file, imports, pasted, onClose }: ImportModalProps) {
  const { t } = useTranslation(['import', 'core']);
  const format = useFormat();
  const isNarrow = useNarrow();
  const importing = useImport(file, imports, onClose, pasted);
  const { stage, progress, checked, problem, open, choose, write, cancel, again } = importing;
  // Skipped rows can be added later; doubled ones must be found first.
  const [withoutRepeats, setWithoutRepeats] = useState(true);
  const [confirmed, setConfirmed] = useState<CheckedFile['content'] | null>(null);
  const [withoutWrong, setWithoutWrong] = useState<CheckedFile['verdict'] | null>(null);
  const [leaving, setLeaving] = useState<{ of: CheckedFile['content']; rows: ReadonlySet<number> } | null>(null);
  const left = leaving && leaving.of === checked?.content ? leaving.rows : NO_ROWS;
  const leave = (row: number, isLeft: boolean) => {
    if (checked)
      setLeaving({ of: checked.content, rows: isLeft ? new Set([...left, row]) : new Set([...left].filter((one) => one !== row)) });
  };
  const taken = checked?.verdict.rows.flatMap((row, at) => (left.has(at) ? [] : [{ row, at }])) ?? [];
  const repeats = taken.filter(({ row }) => row.repeats).length;
  const unusual = taken.filter(({ row, at }) => kindOf(row, checked?.content.rows[at]) === 'unusual').length;
  const wrong = taken.filter(({ row }) => row.action === 'wrong').length;
  const blocking = checked && withoutWrong === checked.verdict ? 0 : wrong;
  const isLeftOut = ({ action, repeats: repeated }: ImportedRow, at: number) =>
    left.has(at) || action === 'wrong' || (withoutRepeats && repeated !== null);
  const changes = taken.filter(({ row, at }) => (row.action === 'create' || row.action === 'update') && !isLeftOut(row, at)).length;
  const refused = checked?.verdict.rows.filter(({ action }) => action === 'wrong').length ?? 0;
  const source = checked?.source;
  const busy = stage === 'reading' || stage === 'checking' || stage === 'writing';

  return (
    <PlainModal
      onClose={() => stage !== 'writing' && onClose()}
      size={checked || open ? 'min(1200px, 96vw)' : 'lg'}
      fullScreen={isNarrow}
      title={t('import:title', { name: file.title })}
    >
      <Stack>
        {problem && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
            {problem}
          </Alert>
        )}
        {!checked && !pasted && <FileChoice file={file} imports={imports} disabled={busy} onChoose={(chosen) => choose(chosen)} />}
        {!checked && open && (
          <ColumnMeanings file={file} imports={imports} open={open} onApply={(choices) => choose(open.source, choices)} />
        )}
        {/* Refused rows come first, as if the reader had found them. */}
        {checked && source && (
          <ColumnStep key={source.name} file={file} imports={imports} checked={checked} onApply={(choices) => choose(source, choices)} />
        )}
        {checked && (lacksFarm(checked) || importing.farm !== imports.farm) && (
          <FarmStep farm={importing.farm} onChoose={(id) => importing.chooseFarm(checked, id)} />
        )}
        {checked && (
          <CodeStep
            file={file}
            lacking={findLackingCodes(file, checked)}
            onChoose={(key, code) => importing.chooseCode(checked, key, code)}
          />
        )}
        {checked && checked.names.length > 0 && <NameStep file={file} checked={checked} importing={importing} />}
        {checked && <ImportPreview key={refused} file={file} checked={checked} parts={imports.parts} left={left} onLeave={leave} />}
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
            {stage === 'preview' && !pasted && (
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
