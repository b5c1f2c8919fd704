import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemonstrationSignIn, SetupState } from '#contract/admin/setup.ts';
import type { Language } from '#contract/kinds.ts';
import { signIn } from '#src/core/api/auth.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Me } from '#src/core/api/session.ts';
import { languageTag } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import auth from './auth-page.module.css';
import classes from './demonstration-sign-ins.module.css';

const ROLES = {
  owner: 'pages:demonstration.owner',
  accountant: 'pages:demonstration.accountant',
  feeder: 'pages:demonstration.feeder',
  consultant: 'core:roles.consultant',
  staff: 'core:roles.staff',
  admin: 'core:roles.admin',
  superadmin: 'core:roles.superadmin',
} as const satisfies Record<DemonstrationSignIn['role'], string>;

type DemonstrationSignInsProps = NonNullable<SetupState['demonstration']> & { onEnter: (me: Me) => Promise<void> };

/** The client for readers of a language without a client of its own. */
const NEAREST: Partial<Record<Language, Language>> = { en: 'us', ru: 'uk' };

/** The sign-ins by client: first the client in the reader's language, last the installation's own people, who have no client. */
function groupByClient(signIns: readonly DemonstrationSignIn[], language: Language): [client: string, people: DemonstrationSignIn[]][] {
  const groups = new Map<string, DemonstrationSignIn[]>();
  for (const one of signIns) groups.set(one.client_name ?? '', [...(groups.get(one.client_name ?? '') ?? []), one]);
  const isNearest = (people: readonly DemonstrationSignIn[]) => people[0]?.language === (NEAREST[language] ?? language);
  return [...groups].sort(([, one], [, other]) => Number(isNearest(other)) - Number(isNearest(one)));
}

/** Below the sign-in form: the demonstration's sign-ins, each entered by a click. */
export function DemonstrationSignIns({ password, sign_ins: signIns, onEnter }: DemonstrationSignInsProps) {
  const { t } = useTranslation(['core', 'pages']);
  const language = useLanguage();
  const [entering, setEntering] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [before, after] = t('pages:demonstration.text', { password: '\n' }).split('\n');
  const enter = async (login: string) => {
    if (entering) return;
    setEntering(true);
    setProblem(null);
    try {
      await onEnter(await signIn(login, password));
    } catch (error) {
      setProblem(failureText(t, error));
    } finally {
      setEntering(false);
    }
  };
  return (
    <section className={classes.section} aria-labelledby="demonstration">
      <h2 className={classes.title} id="demonstration">
        {t('pages:demonstration.title')}
      </h2>
      <p className={classes.text}>
        {before}
        <span className={classes.password}>{password}</span>
        {after}
      </p>
      {problem && (
        <p className={auth.problem} role="alert">
          {problem}
        </p>
      )}
      {groupByClient(signIns, language).map(([client, people]) => (
        <section key={client} aria-label={client || undefined}>
          {client && (
            <h3 className={classes.client} lang={languageTag(people[0]?.language ?? language)}>
              {client}
            </h3>
          )}
          <ul className={classes.list}>
            {people.map(({ login, role }) => (
              <li key={login}>
                <button type="button" className={classes.person} aria-busy={entering} onClick={() => enter(login)}>
                  <span>{t(ROLES[role])}</span>
                  <span className={classes.login}>{login}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
