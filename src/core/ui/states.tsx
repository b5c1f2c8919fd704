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

/** Shown while nothing has been entered: the purpose of the list and the first action. */
export function EmptyState({ icon = IconPlant2, title, text, action }: EmptyStateProps) {
  const { t } = useTranslation('core');
  return <Notice icon={icon} title={title ?? t('core:empty.title')} text={text} action={action} color="green" />;
}

/** Shown if the filters or the search match nothing. */
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

/** Shows why something couldn't be loaded, and can try again. No retry is offered if the request was invalid or the row doesn't exist. */
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
