import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeKey } from '#common/texts/keys.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { FailedState } from '#src/core/ui/states.tsx';

const ACCOUNT = 'blank.accounts.';

/** Shows why a form couldn't be made; lists account codes that the template lacks, with a link to enter them. */
export function FormFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['reports', 'operations', 'pages']);
  const path = useAppPath();
  const lacking = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => field.startsWith(ACCOUNT)) : [];
  if (lacking.length === 0) return <FailedState error={error} onRetry={onRetry} />;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('pages:form.codes_missing')} role="alert">
      <List size="sm" mb="xs">
        {lacking.map(([field, [first]]) => (
          <List.Item key={field}>
            {t(codeKey('pages:blanks.codes', field.slice(ACCOUNT.length)))}
            {first?.values?.length ? ` (${first.values.join(', ')})` : ''}
          </List.Item>
        ))}
      </List>
      <Anchor component={Link} to={path('settings/blanks')} size="sm">
        {t('pages:form.to_blanks')}
      </Anchor>
    </Alert>
  );
}
