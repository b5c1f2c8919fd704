import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LARGEST_FILE, MAX_IMPORTED } from '#contract/imports.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';
import { toast } from '#src/core/ui/toast.ts';
import classes from './import.module.css';
import { CHOOSABLE_FILES } from './run.ts';
import { templateInput } from './template.ts';

interface FileChoiceProps {
  file: ListFile;
  imports: ImportSpec;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Drop area and button for a file, with its requirements and a template. */
export function FileChoice({ file, imports, disabled, onChoose }: FileChoiceProps) {
  const { t } = useTranslation(['import', 'core']);
  const format = useFormat();
  const [over, setOver] = useState(false);
  const keys = new Set(imports.fields.map(({ key }) => key));
  const names = fileColumns(file, t).flatMap(({ key, label }) => (keys.has(key) || key === 'id' ? [label] : []));

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onChoose(dropped);
  };
  const template = async () => {
    try {
      const [{ startExport, download }, { fileName }] = await Promise.all([
        import('#src/core/export/run.ts'),
        import('#common/files/file-name.ts'),
      ]);
      download(await startExport('xlsx', templateInput(file, imports, format, t)).promise, fileName(file.title, '', '', 'xlsx'));
    } catch {
      toast.error(t('core:export.failed'));
    }
  };

  return (
    <Stack>
      <Text size="sm">{imports.about ?? t(imports.ids ? (imports.byName ? 'import:by_name' : 'import:by_id') : 'import:by_day')}</Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={32} stroke={1.4} aria-hidden />
        <Text className={classes.byMouse}>{t('import:drop')}</Text>
        <FileButton accept={CHOOSABLE_FILES} onChange={(chosen) => chosen && onChoose(chosen)} disabled={disabled}>
          {(props) => (
            <Button {...props} disabled={disabled}>
              {t('import:choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('import:limits', { size: LARGEST_FILE / 1024 / 1024, rows: format.value('count', MAX_IMPORTED) })}
        </Text>
      </div>
      <Group justify="space-between" align="flex-start" className={classes.about}>
        <Text size="sm" c="dimmed">
          {t('import:columns', { names: names.join(' · ') })}
        </Text>
        <Button
          variant="subtle"
          className={classes.template}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => void template()}
        >
          {t('import:template')}
        </Button>
      </Group>
    </Stack>
  );
}
