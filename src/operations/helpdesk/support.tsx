import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentClient } from '#src/core/api/place.ts';
import { useMe } from '#src/core/api/session.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { diagnosticsText } from './diagnostics.ts';
import classes from './helpdesk.module.css';
import { useAbout } from './use-about.ts';

/** The contact of support, and the facts to send. */
export function Support() {
  const { t } = useTranslation(['helpdesk', 'core']);
  const { data: about } = useAbout();
  const me = useMe();
  const client = useCurrentClient();
  const farm = useCurrentFarm();
  const language = useLanguage();
  const text = diagnosticsText({ version: about?.version ?? '–', me, client, farm, language, now: new Date() });

  return (
    <Paper withBorder p="md" className={classes.panel} component="section">
      <Title order={2} size="h4" mb="sm">
        {t('helpdesk:support_title')}
      </Title>
      {about && <Text mb="sm">{about.support || t('helpdesk:no_contact')}</Text>}
      <CopyField label={t('helpdesk:diagnostics')} description={t('helpdesk:diagnostics_hint')} value={text} />
    </Paper>
  );
}
