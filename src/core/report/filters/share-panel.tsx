import { Divider, NavLink, Stack, Text } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import { periodOf } from '#contract/periods.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { sendingPeriods } from '#contract/reports/subscriptions.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { savedValues } from '#src/core/report/saved/saved-filters.ts';
import { SavedPanel } from '#src/core/report/saved/saved-panel.tsx';
import { inClient, overClients } from '#src/core/report/share/keeping.ts';
import { MailPart } from '#src/core/report/share/mail-part.tsx';
import { PagePart } from '#src/core/report/share/page-part.tsx';
import { copyLink } from './copy-link.ts';

interface SharePanelProps {
  definition: Pick<ReportDefinition, 'id' | 'route' | 'label' | 'address'>;
  filters: Filters;
  today: string;
  format: Formatter;
  close: () => void;
}

/** Ways to share or save the report: a link, a mail, a name. */
export function SharePanel({ definition, filters, today, format, close }: SharePanelProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const farm = Number(filters.lists.farm?.[0]);
  const isOver = definition.address !== undefined;
  const saves = isOver || (can('filters', 'view') && farm > 0);
  const keeping = isOver ? overClients() : inClient(farm);
  const title = t(definedKey(definition.label));
  const values = savedValues(filters);
  const kept = { ...values, daysText: daysText(filters, format), period: periodOf(filters, today) };
  return (
    <Stack gap="xs" w="min(380px, calc(100vw - 48px))" mah="min(640px, calc(100dvh - 160px))" style={{ overflowY: 'auto' }}>
      <div>
        <NavLink
          component="button"
          type="button"
          label={t('reports:filter.share')}
          leftSection={<IconLink size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            void copyLink(window.location.href, t);
            close();
          }}
        />
        {saves && !isOver && (
          <NavLink
            component={Link}
            to={path('reports/additional/sendings')}
            label={t('reports:sending.title')}
            leftSection={<IconMail size={18} stroke={1.6} aria-hidden />}
            onClick={close}
          />
        )}
      </div>
      <Divider />
      <Text fw={600} size="sm">
        {t('pages:shared.page')}
      </Text>
      <PagePart
        report={definition.id}
        title={title}
        filters={{ ...values.filters, ...values.days }}
        pages={keeping.pages}
        today={today}
        format={format}
      />
      {saves && (isOver || can('filters', 'add')) && sendingPeriods(definition.id).length > 0 && (
        <>
          <Divider />
          <Text fw={600} size="sm">
            {t('pages:shared.by_mail')}
          </Text>
          <MailPart report={definition.id} title={title} filters={values.filters} keeping={keeping} />
        </>
      )}
      {saves && (
        <>
          <Divider />
          <Text fw={600} size="sm">
            {t('reports:saved.title')}
          </Text>
          <SavedPanel definition={definition} kept={kept} keeping={keeping} close={close} />
        </>
      )}
    </Stack>
  );
}
