import { Alert, Autocomplete, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconFileZip, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#common/files/file-name.ts';
import { monthRange } from '#contract/periods.ts';
import type { PapersMailed } from '#contract/reports/month-end.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { fetchFile } from '#src/core/api/file.ts';
import { queryString } from '#src/core/api/query-string.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { LongProgress } from './long-progress.tsx';
import { MailList } from './mail-list.tsx';
import { type Chosen, MONTH_END, useMailWays, usePapersQuery } from './queries.ts';
import { useLong } from './use-long.ts';

const PATIENCE = 10 * 60_000;
const NOT_CONFIRMED = 'none_confirmed';

/** All documents as one ZIP, saved here or mailed to an address that has confirmed. */
export function SendStep({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const { can } = useAccess();
  const client = useClientInView();
  const query = usePapersQuery(chosen);
  const { data: ways } = useMailWays();
  const { done, start, cancel } = useLong();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const [unmade, setUnmade] = useState('');
  const [unconfirmed, setUnconfirmed] = useState(false);

  const failed = (error: unknown) => {
    if (!(error instanceof ApiError)) return false;
    const [field, [first] = []] = Object.entries(error.errors)[0] ?? [];
    setUnconfirmed(error.has(NOT_CONFIRMED));
    if (field === 'email' && first) setProblem(first.code === NOT_CONFIRMED ? t('pages:month_end.not_confirmed') : errorText(t, first));
    else if (field === 'papers') setUnmade(t('pages:month_end.no_papers'));
    else if (field?.startsWith('papers.') && first) setUnmade(t('pages:month_end.not_made', { paper: errorText(t, first) }));
    else return false;
    return true;
  };
  const forget = () => {
    setProblem('');
    setUnmade('');
    setUnconfirmed(false);
  };
  const save = () => {
    forget();
    return start(async ({ signal, onDone }) => {
      const onProgress = ({ stage, part }: { stage: string; part: number }) => onDone(stage === 'making' ? part * 0.9 : 0.9 + part * 0.1);
      const file = await fetchFile(`${MONTH_END}/archive/${queryString(query)}`, { signal, timeout: PATIENCE, onProgress });
      const { download } = await import('#src/core/export/run.ts');
      const { after, before } = monthRange(chosen.month);
      download(file, fileName(t('reports:month_end.title'), after, before, 'zip', client));
      toast.success(t('pages:month_end.saved'));
    }, failed);
  };
  const mail = (to: string) => {
    forget();
    return start(async ({ signal }) => {
      const body = { month: chosen.month, farms: chosen.farms, email: to, language: query.language };
      const { data } = await api.post<PapersMailed>(`${MONTH_END}/mail/`, { body, signal, timeout: PATIENCE });
      toast.success(t('pages:month_end.mailed', { email: to, number: data.papers }));
      await refresh(subscriptions);
    }, failed);
  };
  const ask = async () => {
    try {
      await api.post(`${MONTH_END}/address/`, { body: { email, language: query.language } });
      forget();
      toast.success(t('pages:month_end.asked', { email }));
    } catch (error) {
      setProblem(failureText(t, error));
    }
  };

  if (done !== null) return <LongProgress text={t('pages:month_end.making')} done={done} onCancel={cancel} />;
  return (
    <>
      {unmade && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
          {unmade}
        </Alert>
      )}
      <Button leftSection={<IconFileZip size={18} aria-hidden />} onClick={save}>
        {t('pages:month_end.zip')}
      </Button>
      {ways?.email && can('blanks', 'change') && (
        <Group mt="md" align="flex-start" gap="sm">
          <Autocomplete
            aria-label={t('pages:month_end.address')}
            placeholder={t('pages:month_end.address')}
            type="email"
            data={ways.addresses}
            value={email}
            onChange={setEmail}
            error={problem || undefined}
          />
          <Button variant="default" leftSection={<IconMail size={18} aria-hidden />} disabled={!email} onClick={() => mail(email)}>
            {t('pages:month_end.mail')}
          </Button>
          {unconfirmed && (
            <Button variant="subtle" onClick={ask}>
              {t('pages:month_end.ask')}
            </Button>
          )}
        </Group>
      )}
      {ways && (
        <MailList
          mails={ways.mails.filter(({ month }) => month === chosen.month)}
          onAgain={can('blanks', 'change') && ways.email ? mail : undefined}
        />
      )}
    </>
  );
}
