import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskedTo } from '#src/core/layout/use-asked-to-add.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';

/** Shows what a file or a paste would do, and writes it. */
export const ImportModal = lazy(() => loadChunk(async () => ({ default: (await import('./import-modal.tsx')).ImportModal })));

/** Imports any of a list's importable files. */
export function ListImport({ files }: { files: readonly ListFile[] }) {
  const { t } = useTranslation('core');
  const [chosen, setChosen] = useState<ListFile | null>(null);
  const open = files.filter((file) => file.imports);
  const [only, ...others] = open;
  useAskedTo('import', only && (() => setChosen(only)));
  if (!only) return null;
  const button = (
    <Tooltip label={t('core:import.label')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('core:import.label')}
        {...(others.length === 0 ? { onClick: () => setChosen(only) } : {})}
      >
        <IconUpload size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      {others.length === 0 ? (
        button
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {open.map((file) => (
              <Menu.Item key={file.title} onClick={() => setChosen(file)}>
                {file.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {chosen?.imports && (
        <Suspense>
          <ImportModal file={chosen} imports={chosen.imports} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  );
}
