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
import { type ImportStage, useImport } from './use-import.ts';

interface ImportModalProps {
  file: ListFile;
  imports: ImportSpec;
  /** Rows that were pasted, instead of a file that is chosen. */
  pasted?: PastedRows;
  onClose: () => void;
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** The rows of a checked file that are written, by the person's choices. Another file or another verdict starts them again. */
function useTakenRows(checked: CheckedFile | null) {
  // Skipped rows can be added later; doubled ones must be found first.
  const [withoutRepeats, setWithoutRepeats] = useState(true);
  const [confirmed, setConfirmed] = useState<CheckedFile['content'] | null>(null);
  const [withoutWrong, setWithoutWrong] = useState<CheckedFile['verdict'] | null>(null);
  const [leaving, setLeaving] = useState<{ of: CheckedFile['content']; rows: ReadonlySet<number> } | null>(null);
  const left = leaving && leaving.of === checked?.content ? leaving.rows : NO_ROWS;
  const taken = checked?.verdict.rows.flatMap((row, at) => (left.has(at) ? [] : [{ row, at }])) ?? [];
  const wrong = taken.filter(({ row }) => row.action === 'wrong').length;
  const isLeftOut = ({ action, repeats }: ImportedRow, at: number) =>
    left.has(at) || action === 'wrong' || (withoutRepeats && repeats !== null);
  return {
    left,
    leave(row: number, isLeft: boolean) {
      if (checked)
        setLeaving({ of: checked.content, rows: isLeft ? new Set([...left, row]) : new Set([...left].filter((one) => one !== row)) });
    },
    isLeftOut,
    wrong,
    repeats: taken.filter(({ row }) => row.repeats).length,
    unusual: taken.filter(({ row, at }) => kindOf(row, checked?.content.rows[at]) === 'unusual').length,
    changes: taken.filter(({ row, at }) => (row.action === 'create' || row.action === 'update') && !isLeftOut(row, at)).length,
    withoutRepeats,
    setWithoutRepeats,
    isConfirmed: confirmed !== null && confirmed === checked?.content,
    confirm: (isOn: boolean) => setConfirmed(isOn && checked ? checked.content : null),
    withoutWrong: withoutWrong !== null && withoutWrong === checked?.verdict,
    setWithoutWrong: (isOn: boolean) => setWithoutWrong(isOn && checked ? checked.verdict : null),
  };
}

type TakenRows = ReturnType<typeof useTakenRows>;

/** Imports a file or pasted rows: choose, preview, write. */
export function ImportModal({ file, imports, pasted, onClose }: ImportModalProps) {
  const { t } = useTranslation(['import', 'core']);
  const isNarrow = useNarrow();
  const importing = useImport(file, imports, onClose, pasted);
  const { stage, checked, problem, open, choose } = importing;
  const rows = useTakenRows(checked);
  const refused = checked?.verdict.rows.filter(({ action }) => action === 'wrong').length ?? 0;
  const source = checked?.source;

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
        {!checked && !pasted && <FileChoice file={file} imports={imports} disabled={isBusy(stage)} onChoose={(chosen) => choose(chosen)} />}
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
        {checked && (
          <ImportPreview key={refused} file={file} checked={checked} parts={imports.parts} left={rows.left} onLeave={rows.leave} />
        )}
        {checked && <RowChoices rows={rows} />}
        <Footer importing={importing} rows={rows} isPasted={pasted !== undefined} onClose={onClose} />
      </Stack>
    </PlainModal>
  );
}

type BusyStage = 'reading' | 'checking' | 'writing';

const isBusy = (stage: ImportStage): stage is BusyStage => stage === 'reading' || stage === 'checking' || stage === 'writing';

/** Choices about wrong, repeated and unusual rows. */
function RowChoices({ rows }: { rows: TakenRows }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  return (
    <>
      {rows.wrong > 0 && rows.changes > 0 && (
        <Switch
          label={t('import:without_wrong')}
          checked={rows.withoutWrong}
          onChange={(event) => rows.setWithoutWrong(event.currentTarget.checked)}
        />
      )}
      {rows.repeats > 0 && (
        <Alert color="straw" variant="light" icon={<IconCopy size={18} aria-hidden />} role="status">
          <Stack gap="xs">
            {t('import:repeats', { count: rows.repeats })}
            <Switch
              label={t('import:without_repeats')}
              checked={rows.withoutRepeats}
              onChange={(event) => rows.setWithoutRepeats(event.currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
      {rows.unusual > 0 && (
        <Alert color="straw" variant="light" icon={<IconScale size={18} aria-hidden />} role="status">
          <Stack gap="xs">
            {t('import:unusual.count', { shown: format.value('count', rows.unusual) })}
            <Checkbox
              label={t('import:unusual.confirm')}
              checked={rows.isConfirmed}
              onChange={(event) => rows.confirm(event.currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
    </>
  );
}

interface FooterProps {
  importing: ReturnType<typeof useImport>;
  rows: TakenRows;
  isPasted: boolean;
  onClose: () => void;
}

/** The progress of the work, and the buttons. */
function Footer({ importing: { stage, progress, checked, write, cancel, again }, rows, isPasted, onClose }: FooterProps) {
  const { t } = useTranslation(['import', 'core']);
  const { wrong, repeats, changes, unusual } = rows;
  const isDone = checked !== null && wrong + repeats + changes === 0;
  const isHeld = (wrong > 0 && !rows.withoutWrong) || (unusual > 0 && !rows.isConfirmed);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" role="status">
        {isBusy(stage) && <StageProgress stage={stage} progress={progress} />}
        {stage === 'preview' && !isPasted && (
          <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={again}>
            {t('import:other')}
          </Button>
        )}
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={stage === 'writing' && checked ? () => cancel(checked) : onClose}>
          {t(isDone ? 'core:actions.close' : 'core:actions.cancel')}
        </Button>
        {checked && !isDone && (
          <Button
            onClick={() => write(checked, rows.isLeftOut)}
            loading={stage === 'writing'}
            disabled={isBusy(stage) || changes === 0 || isHeld}
          >
            {t('import:do', { count: changes })}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function StageProgress({ stage, progress }: { stage: BusyStage; progress: number | null }) {
  const { t } = useTranslation('import');
  return (
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
  );
}
