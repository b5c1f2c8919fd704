import { Anchor, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import { FILE_TYPES, MAX_OF_FILE, type StoredFile } from '#contract/stored-files.ts';
import { api, send } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { download } from '#src/core/export/run.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { askDelete } from '#src/core/ui/confirm.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { toast } from '#src/core/ui/toast.ts';
import classes from './files.module.css';
import { PATIENCE, toFilePath } from './send-files.ts';

const MEGABYTE = 1024 * 1024;

interface FilesProps {
  resource: Resource;
  /** Id of the row with the files; undefined for a new row. */
  row: number | undefined;
  kept: readonly StoredFile[];
  chosen: readonly File[];
  onChoose: (files: File[]) => void;
  /** Progress of the upload; null if nothing is being sent. */
  sent: number | null;
  readOnly: boolean;
}

/** Scans and photographs of a row's paper: stored ones, and those to be sent with the next save. */
export function Files({ resource, row, kept, chosen, onChoose, sent, readOnly }: FilesProps) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const megabytes = (size: number) => `${format.value('ratio', Math.max(0.01, size / MEGABYTE))} MB`;
  const open = async (file: StoredFile) => {
    try {
      download(await (await send('GET', toFilePath(resource, row!, file.id), { timeout: PATIENCE })).blob(), file.name);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  const remove = async (file: StoredFile) => {
    if (!(await askDelete(file.name))) return;
    try {
      await api.delete(toFilePath(resource, row!, file.id));
      await refresh(resource);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  const choose = (files: File[]) => {
    const [small, large] = [files.filter(({ size }) => size <= MAX_OF_FILE), files.filter(({ size }) => size > MAX_OF_FILE)];
    for (const { name } of large) toast.error(t('pages:delivery_documents.too_large', { name, limit: MAX_OF_FILE / MEGABYTE }));
    if (small.length > 0) onChoose([...chosen, ...small]);
  };
  if (readOnly && kept.length === 0) return null;
  return (
    <section aria-label={t('pages:delivery_documents.files')}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {t('pages:delivery_documents.files')}
        </Text>
        {!readOnly && (
          <FileButton multiple accept={FILE_TYPES.join(',')} onChange={choose}>
            {(props) => (
              <Button {...props} variant="subtle" size="xs" leftSection={<IconPaperclip size={16} aria-hidden />}>
                {t('pages:delivery_documents.attach', { limit: MAX_OF_FILE / MEGABYTE })}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      <ul className={classes.files}>
        {kept.map((file) => (
          <li key={file.id}>
            <Anchor component="button" type="button" size="sm" onClick={() => void open(file)}>
              {file.name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {megabytes(file.size)}
            </Text>
            {!readOnly && (
              <IconButton
                icon={IconX}
                glyph={14}
                size="sm"
                label={`${t('core:actions.delete')} ${file.name}`}
                onClick={() => void remove(file)}
              />
            )}
          </li>
        ))}
        {chosen.map((file) => (
          <li key={`${file.name} ${file.lastModified}`}>
            <Text size="sm">{file.name}</Text>
            <Text size="xs" c="dimmed">
              {megabytes(file.size)} · {t('pages:delivery_documents.on_save')}
            </Text>
            <IconButton
              icon={IconX}
              glyph={14}
              size="sm"
              label={`${t('core:actions.delete')} ${file.name}`}
              onClick={() => onChoose(chosen.filter((one) => one !== file))}
            />
          </li>
        ))}
      </ul>
      {sent !== null && <Progress value={sent * 100} aria-label={t('pages:delivery_documents.files')} mt={8} />}
    </section>
  );
}
