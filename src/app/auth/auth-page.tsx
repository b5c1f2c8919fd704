import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { SetupState } from '#contract/admin/setup.ts';
import { SHORTEST_PASSWORD } from '#contract/password-length.ts';
import { homeOf, nextAddress } from '#src/app/start.ts';
import { api } from '#src/core/api/api.ts';
import { loadMe, signOut } from '#src/core/api/auth.ts';
import { type Me, session } from '#src/core/api/session.ts';
import { adoptLanguage, beginSignIn } from '#src/core/i18n/i18n.ts';
import classes from './auth-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { FrontPage } from './front-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));
const DemonstrationSignIns = lazy(async () => ({ default: (await import('./demonstration-sign-ins.tsx')).DemonstrationSignIns }));
const DutyPasswordForm = lazy(async () => ({ default: (await import('./duty-password-form.tsx')).DutyPasswordForm }));
const SecondFactorForm = lazy(async () => ({ default: (await import('./second-factor-form.tsx')).SecondFactorForm }));

/** The forms in their order; the last two are pending steps after signing in. */
type Form = 'sign_in' | 'password' | 'setup' | 'duty_password' | 'duty_second_factor';
const TITLES = {
  sign_in: 'core:auth.sign_in.title',
  password: 'core:auth.password.title',
  setup: 'core:auth.setup.title',
  duty_password: 'core:auth.password.title',
  duty_second_factor: 'core:auth.second_factor.title',
} as const satisfies Record<Form, string>;
const chooseForm = (me: Me | null): Form => (me?.duty ? `duty_${me.duty}` : 'sign_in');

export function AuthPage() {
  const { t } = useTranslation('core');
  const navigate = useNavigate();
  const [form, setForm] = useState<Form>(() => chooseForm(session.get().me));
  const [login, setLogin] = useState('');
  const [passwordLength, setPasswordLength] = useState(SHORTEST_PASSWORD);
  const [forgotten, setForgotten] = useState(false);
  const [demonstration, setDemonstration] = useState<SetupState['demonstration']>(null);

  useEffect(beginSignIn, []);

  // A fresh installation asks for its first super administrator; one that can't be asked shows the sign-in.
  useEffect(() => {
    api.get<SetupState>('setup/').then(
      ({ data }) => {
        if (data.needed) setForm('setup');
        setDemonstration(data.demonstration);
        setPasswordLength(data.password_length);
        setForgotten(data.forgotten);
      },
      () => undefined,
    );
  }, []);

  const enter = async (me: Me) => {
    await adoptLanguage(me.language);
    if (me.duty) return setForm(chooseForm(me));
    navigate(nextAddress(window.location.href) ?? homeOf(me), { replace: true });
  };
  const changePassword = (typed: string) => {
    setLogin(typed);
    setForm('password');
  };
  /** Not now, or not as this user. */
  const leave = () => {
    signOut();
    setForm('sign_in');
  };

  return (
    <FrontPage title={t(TITLES[form])}>
      {form === 'sign_in' && <SignInForm login={login} forgotten={forgotten} onEnter={enter} onChangePassword={changePassword} />}
      {form === 'password' && (
        <ChangePasswordForm login={login} passwordLength={passwordLength} onEnter={enter} onBack={() => setForm('sign_in')} />
      )}
      <Suspense>
        {form === 'sign_in' && demonstration && <DemonstrationSignIns {...demonstration} onEnter={enter} />}
        {form === 'setup' && <SetupForm passwordLength={passwordLength} onEnter={enter} />}
        {form === 'duty_password' && <DutyPasswordForm onEnter={enter} />}
        {form === 'duty_second_factor' && (
          <>
            <p className={classes.hint}>{t('core:auth.duty.second_factor')}</p>
            <SecondFactorForm onDone={async () => enter(await loadMe())} />
          </>
        )}
      </Suspense>
      {form.startsWith('duty_') && (
        <div className={classes.leave}>
          <button type="button" className={classes.link} onClick={leave}>
            {t('core:menu.sign_out')}
          </button>
        </div>
      )}
    </FrontPage>
  );
}
