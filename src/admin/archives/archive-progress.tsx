import { useTranslation } from 'react-i18next';
import { LongProgress } from '#src/core/ui/long-progress.tsx';
import type { RunningArchive } from './use-archive.ts';

/** The client of a running archive, its progress, and a cancel button. */
export function ArchiveProgress({ archive: { name, stage, part }, onCancel }: { archive: RunningArchive; onCancel: () => void }) {
  const { t } = useTranslation(['admin', 'pages']);
  const text = t(stage === 'making' ? 'pages:archive.making' : 'pages:archive.coming', { name });
  return <LongProgress text={text} done={part} onCancel={onCancel} mb="md" />;
}
