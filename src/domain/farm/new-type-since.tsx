import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TYPE_SINCE } from '#contract/kinds.ts';

type Since = (typeof TYPE_SINCE)[number];

interface NewTypeSinceProps {
  value: Since | null;
  onChange: (value: Since) => void;
}

/** First day of a group's or feed's new type: today, or all days of open months. */
export function NewTypeSince({ value, onChange }: NewTypeSinceProps) {
  const { t } = useTranslation('operations');
  return (
    <Switch
      label={t('operations:new_type.open_months')}
      description={t('operations:new_type.hint')}
      checked={value === 'open_months'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'open_months' : 'today')}
    />
  );
}
