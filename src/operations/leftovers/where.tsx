import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './leftovers.module.css';
import type { FedGroup, Leftover } from './queries.ts';
import { WhereModal } from './where-modal.tsx';

/** Shows the destination of a leftover, and a button to change it. */
export function Where({ farm, row, groups, readOnly }: { farm: number; row: Leftover; groups: readonly FedGroup[]; readOnly: boolean }) {
  const { t } = useTranslation('pages');
  const [opened, setOpened] = useState(false);
  const text = typeof row.to === 'object' ? `→ ${row.to_group_name}` : t(`pages:leftovers.${row.to}`);
  if (readOnly) return <span className={classes.where}>{text}</span>;
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="xs"
        className={classes.where}
        title={text}
        aria-label={`${t('pages:leftovers.where')}: ${text}`}
        onClick={() => setOpened(true)}
      >
        {text}
      </Anchor>
      {opened && <WhereModal farm={farm} row={row} groups={groups} onClose={() => setOpened(false)} />}
    </>
  );
}
