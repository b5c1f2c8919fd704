import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './table-skeleton.module.css';

export const SKELETON_ROWS = 7;
const keys = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder of a whole table, without the code that a table needs. */
export function TableSkeleton({ columns = 4 }: { columns?: number }) {
  const { t } = useTranslation('core');
  return (
    <div role="status" aria-busy="true" aria-label={t('core:loading')}>
      {keys(SKELETON_ROWS).map((row) => (
        <div key={row} className={classes.row} data-skeleton>
          {keys(columns).map((column) => (
            <div key={column} className={classes.cell}>
              <Skeleton height={14} my={3} width={column === 0 ? '60%' : '40%'} ml={column === 0 ? 0 : 'auto'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
