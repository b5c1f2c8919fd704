import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import classes from './auth-page.module.css';

/** Asks for a link by mail for the login that was typed above. The message is the same whether or not the account exists. */
export function ForgottenPassword({ login }: { login: string }) {
  const { t } = useTranslation(['core', 'pages']);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const ask = async () => {
    if (busy) return;
    const typed = login.trim();
    if (typed === '') return setMessage(t('pages:sign_in_link.forgotten.empty'));
    setBusy(true);
    try {
      await api.post('auth/password/reset/', { body: { login: typed } });
      setMessage(t('pages:sign_in_link.forgotten.done'));
    } catch (error) {
      setMessage(failureText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className={classes.link} aria-busy={busy} onClick={() => void ask()}>
        {t('pages:sign_in_link.forgotten.ask')}
      </button>
      <p role="status" hidden={message === null}>
        {message}
      </p>
    </>
  );
}
