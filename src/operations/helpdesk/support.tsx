import { Button, Paper, Text, Textarea, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentClient } from '../../core/api/place.ts';
import { useMe } from '../../core/api/session.ts';
import { useLanguage } from '../../core/i18n/use-language.ts';
import { useCurrentFarm } from '../../core/layout/farm-context.ts';
import { toast } from '../../core/ui/toast.ts';
import { diagnosticsText } from './diagnostics.ts';
import classes from './helpdesk.module.css';
import { useAbout } from './use-about.ts';

/** Whom to ask, and what to tell them. */
export function Support() {
  const { t } = useTranslation('helpdesk');
  const { data: about } = useAbout();
  const me = useMe();
  const client = useCurrentClient();
  const farm = useCurrentFarm();
  const language = useLanguage();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = diagnosticsText({ version: about?.version ?? '–', me, client, farm, language, now: new Date() });

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('helpdesk:copied'));
    } catch {
      // No clipboard without https: marked, it can be copied by hand.
      field.current?.select();
    }
  };

  return (
    <Paper withBorder p="md" className={classes.panel} component="section">
      <Title order={2} size="h4" mb="sm">
        {t('helpdesk:support_title')}
      </Title>
      {about && <Text mb="sm">{about.support || t('helpdesk:no_contact')}</Text>}
      <Textarea
        ref={field}
        label={t('helpdesk:diagnostics')}
        description={t('helpdesk:diagnostics_hint')}
        value={text}
        readOnly
        autosize
        maxRows={14}
        styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: 12 } }}
      />
      <Button mt="sm" variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
        {t('helpdesk:copy')}
      </Button>
    </Paper>
  );
}
