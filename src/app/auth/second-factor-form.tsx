import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import { api } from '#src/core/api/api.ts';
import classes from './auth-page.module.css';
import { Field } from './field.tsx';
import own from './second-factor-form.module.css';
import { Submit } from './submit.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface Start {
  secret: string;
  uri: string;
}

/** Sets the second factor up: the password, the picture for the app with its first code, and the codes to keep. */
export function SecondFactorForm({ onDone }: { onDone: () => void }) {
  const [start, setStart] = useState<Start | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return start ? <FirstCode start={start} onCodes={setCodes} /> : <Password onStart={setStart} />;
}

function Password({ onStart }: { onStart: (start: Start) => void }) {
  const { t, values, field, submit, missing, problem, busy, node } = useAuthForm({ password: '' });
  const save = async () => onStart((await api.post<Start>('auth/second-factor/', { body: values })).data);
  return (
    <form ref={node} className={classes.form} noValidate onSubmit={submit(() => missing('password'), save)}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Field type="password" {...field('password')} label={t('core:fields.present_password')} autoFocus autoComplete="current-password" />
      <Submit busy={busy}>{t('core:auth.second_factor.start')}</Submit>
    </form>
  );
}

function FirstCode({ start, onCodes }: { start: Start; onCodes: (codes: string[]) => void }) {
  const { t, values, field, submit, missing, problem, busy, node } = useAuthForm({ code: '' });
  const save = async () =>
    onCodes((await api.post<{ recovery_codes: string[] }>('auth/second-factor/confirm/', { body: values })).data.recovery_codes);
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(start.uri, { border: 2 }))}`;
  return (
    <form ref={node} className={classes.form} noValidate onSubmit={submit(() => missing('code'), save)}>
      <p className={own.text}>{t('core:auth.second_factor.scan')}</p>
      <img className={own.picture} src={picture} alt={t('core:auth.second_factor.picture')} width={200} height={200} />
      <p className={own.text}>
        {t('core:auth.second_factor.manual')} <code className={own.secret}>{start.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Field {...field('code')} autoFocus autoComplete="one-time-code" />
      <Submit busy={busy}>{t('core:auth.second_factor.submit')}</Submit>
    </form>
  );
}

/** The element with the focus is gone: screen readers continue with the codes from here. */
const takeFocus = (node: HTMLButtonElement | null) => node?.focus();

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('core');
  const [copied, setCopied] = useState(false);
  const hintId = useId();
  return (
    <div className={classes.form}>
      <p id={hintId} className={own.text}>
        {t('core:auth.second_factor.keep')}
      </p>
      <ul className={own.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button
        type="button"
        ref={takeFocus}
        aria-describedby={hintId}
        className={classes.link}
        onClick={() => navigator.clipboard?.writeText(codes.join('\n')).then(() => setCopied(true))}
      >
        {t(copied ? 'core:auth.second_factor.copied' : 'core:auth.second_factor.copy')}
      </button>
      <button type="button" className={classes.submit} onClick={onDone}>
        {t('core:auth.second_factor.done')}
      </button>
    </div>
  );
}
