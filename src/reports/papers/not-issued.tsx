import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { IssueModal } from './issue-modal.tsx';
import classes from './papers.module.css';
import type { Paper } from './queries.ts';

/** Shows that a closed month lacks this paper, and offers to issue it. */
export function NotIssued({ paper, name }: { paper: Pick<Paper, 'farm' | 'month' | 'blank'>; name: string }) {
  const { t } = useTranslation(['reports', 'pages']);
  const { can } = useAccess();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Alert color="straw" variant="light" mb="sm" className={classes.stamp} icon={<IconAlertTriangle aria-hidden />} role="status">
        {t('pages:papers.not_issued')}{' '}
        {can('blanks', 'change') && (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            {t('pages:papers.issue')}
          </Button>
        )}
      </Alert>
      {isOpen && <IssueModal paper={paper} title={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
