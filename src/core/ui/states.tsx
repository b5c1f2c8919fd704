import { type Icon, IconAlertTriangle, IconPlant2, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { Notice } from './notice.tsx';

interface EmptyStateProps {
  icon?: Icon;
  title?: string;
  text?: string;
  action?: { label: string; onClick: () => void };
}

/** Nothing has been entered yet: says what belongs here and how to begin. */
export function EmptyState({ icon = IconPlant2, title, text, action }: EmptyStateProps) {
  const { t } = useTranslation('core');
  return <Notice icon={icon} title={title ?? t('core:empty.title')} text={text} action={action} color="green" />;
}

/** The filters or the search leave nothing over. */
export function NothingFound({ onReset }: { onReset?: () => void }) {
  const { t } = useTranslation('core');
  return (
    <Notice
      icon={IconSearchOff}
      title={t('core:empty.not_found')}
      action={onReset && { label: t('core:actions.reset'), onClick: onReset }}
    />
  );
}

/**
 * What was asked for could not be had; says why, and tries again. What is refused for how it was asked stays refused: that is asked otherwise;
 * and what isn't there doesn't come by asking again.
 */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('core');
  if (error instanceof ApiError && error.status === 404) return <Notice icon={IconSearchOff} role="alert" title={failureText(t, error)} />;
  if (error instanceof ApiError && error.status === 400)
    return <Notice icon={IconAlertTriangle} color="straw" role="alert" title={t('core:failed.refused')} text={failureText(t, error)} />;
  return (
    <Notice
      icon={IconAlertTriangle}
      color="red"
      role="alert"
      title={t('core:failed.title')}
      text={failureText(t, error)}
      action={{ label: t('core:actions.retry'), onClick: onRetry }}
    />
  );
}
