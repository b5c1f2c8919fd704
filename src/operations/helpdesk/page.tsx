import { useTranslation } from 'react-i18next';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { GuideList } from './guide-list.tsx';
import classes from './helpdesk.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Support } from './support.tsx';

/** How each screen works, what the keyboard does, and whom to ask. */
export function Page() {
  const { t } = useTranslation(['helpdesk', 'operations', 'core']);
  return (
    <>
      <PageHeader title={t('operations:helpdesk.title')} detail={t('helpdesk:detail')} />
      <div className={classes.layout}>
        <GuideList />
        <div className={classes.side}>
          <Shortcuts />
          <Support />
        </div>
      </div>
    </>
  );
}
