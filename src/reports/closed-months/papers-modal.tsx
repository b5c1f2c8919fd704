import { Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { IssueModal } from '#src/reports/papers/issue-modal.tsx';
import classes from '#src/reports/papers/papers.module.css';
import { type Paper, usePapersOf } from '#src/reports/papers/queries.ts';
import { nameOfPaper, paperColumns } from './paper-columns.tsx';
import { PaperReprint } from './paper-reprint.tsx';

interface PapersModalProps {
  farm: { id: number; timezone: string };
  month: string;
  onClose: () => void;
}

/** All papers of a farm's month, each version with its hash, and a reprint of the one that is chosen. */
export function PapersModal({ farm, month, onClose }: PapersModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const format = useFormat({ timezone: farm.timezone });
  const { data: rows, ...result } = usePapersOf({ farm: farm.id, month });
  const state = useListState({ ordering: '-version' });
  const [shown, setShown] = useState<Paper | null>(null);
  const [toIssue, setToIssue] = useState<Paper | null>(null);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const reprint = useRef<HTMLDivElement>(null);
  // The list may fill the window.
  useEffect(() => {
    if (shown) reprint.current?.scrollIntoView({ block: 'start' });
  }, [shown]);
  const onIssue = can('blanks', 'change') ? setToIssue : undefined;
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('pages:papers.title', { month: format.month(month) })}
        closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        size="90%"
        fullScreen={phone}
      >
        <Text size="sm" c="dimmed" mb="sm" className={classes.versions}>
          {t('pages:papers.detail')}
        </Text>
        <div className={classes.versions}>
          <ResourceTable
            label={t('pages:papers.title', { month: format.month(month) })}
            columns={paperColumns(t, format, { onShow: setShown, onIssue })}
            result={{ ...result, data: rows && { rows, count: rows.length } }}
            state={state}
            searchable={false}
            nameOf={nameOfPaper}
            empty={<EmptyState icon={IconFileCheck} title={t('pages:papers.none')} text={t('pages:papers.none_text')} />}
          />
        </div>
        <div ref={reprint}>{shown && <PaperReprint key={shown.id} paper={shown} timezone={farm.timezone} />}</div>
      </Modal>
      {toIssue && <IssueModal paper={toIssue} title={nameOfPaper(toIssue)} onClose={() => setToIssue(null)} />}
    </>
  );
}
