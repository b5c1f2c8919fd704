import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cutOf, leftOut } from '#contract/reports/explorer-view.ts';
import { type Filters, withList } from '#src/core/report/filters.ts';
import { fitted } from './fitted.ts';
import { measuresWithout, useMissing } from './missing.ts';
import { useNames } from './names.ts';

interface LeftOutProps {
  requested: Filters;
  onChange: (filters: Filters) => void;
}

/** Lists what the address contains that isn't shown or isn't recorded, and why; nothing if all is shown. */
export function LeftOut({ requested, onChange }: LeftOutProps) {
  const { t } = useTranslation(['explorer', 'core']);
  const nameOf = useNames();
  const { unknown, beyond, unavailable } = leftOut(requested.lists);
  const { measures } = cutOf(fitted(requested).lists);
  const missing = useMissing() ?? [];
  const without = missing.flatMap((kind) => measuresWithout(kind, measures));
  const lines = [
    ...(unknown.length > 0 ? [t('explorer:unknown', { words: unknown.join(', ') })] : []),
    ...(beyond.length > 0 ? [t('explorer:beyond', { words: beyond.map(nameOf).join(', ') })] : []),
    ...(unavailable.length > 0 ? [t('explorer:left_out', { words: unavailable.map(nameOf).join(', ') })] : []),
    ...missing.flatMap((kind) => {
      const words = measuresWithout(kind, measures);
      return words.length > 0 ? [t(`explorer:missing.${kind}`, { words: words.map(nameOf).join(', ') })] : [];
    }),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert
      color="straw"
      p="xs"
      mb="xs"
      withCloseButton
      closeButtonLabel={t('core:actions.close')}
      onClose={() =>
        onChange(
          withList(
            fitted(requested),
            'measure',
            measures.filter((measure) => !without.includes(measure)),
          ),
        )
      }
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}
