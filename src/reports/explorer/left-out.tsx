import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { leftOut } from '#contract/reports/explorer-view.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { fitted } from './fitted.ts';
import { useNames } from './names.ts';

interface LeftOutProps {
  requested: Filters;
  onChange: (filters: Filters) => void;
}

/** What an address names that isn't shown, and why; nothing where all of it is. */
export function LeftOut({ requested, onChange }: LeftOutProps) {
  const { t } = useTranslation(['explorer', 'core']);
  const nameOf = useNames();
  const { unknown, beyond, unavailable } = leftOut(requested.lists);
  const lines = [
    ...(unknown.length > 0 ? [t('explorer:unknown', { words: unknown.join(', ') })] : []),
    ...(beyond.length > 0 ? [t('explorer:beyond', { words: beyond.map(nameOf).join(', ') })] : []),
    ...(unavailable.length > 0 ? [t('explorer:left_out', { words: unavailable.map(nameOf).join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert
      color="straw"
      p="xs"
      mb="xs"
      withCloseButton
      closeButtonLabel={t('core:actions.close')}
      onClose={() => onChange(fitted(requested))}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}
