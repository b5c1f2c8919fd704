import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { FileLinkRefusal } from '#contract/reports/file-link.ts';
import { FrontPage } from '#src/app/auth/front-page.tsx';
import classes from './file-link-page.module.css';

const A_MINUTE = 60;
/** Whole seconds, as sent by the server. */
const parseSeconds = (wait: string | null) => (/^[1-9]\d{0,3}$/.test(wait ?? '') ? Number(wait) : A_MINUTE);

/** The reason why a secret link gave no file, and the next step, for people who only have that link. */
export function FileLinkPage() {
  const { t } = useTranslation(['core', 'pages']);
  const { refusal } = useParams() as { refusal: FileLinkRefusal };
  const [query] = useSearchParams();
  const title = t(`pages:file_link.${refusal}.title`);
  return (
    <FrontPage title={title}>
      <p className={classes.text}>{t(`pages:file_link.${refusal}.text`)}</p>
      <p className={classes.text}>{t(`pages:file_link.${refusal}.do`, { count: parseSeconds(query.get('wait')) })}</p>
    </FrontPage>
  );
}
