import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groups } from '#contract/operations/groups.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import classes from './groups.module.css';
import { HeadsField } from './heads-field.tsx';

/** The farm's heads of today, to correct next to the dependent plan; collapsed by default. */
export function HeadsStrip({ farm }: { farm: number }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const { data } = useList(groups, { page_size: 1000, ordering: 'name' }, { farm });
  if (!data || data.rows.length === 0) return null;
  const heads = data.rows.reduce((sum, { animal_count }) => sum + animal_count, 0);
  return (
    <Paper withBorder component="details" className={classes.strip}>
      <summary>
        {t('operations:groups.heads')}: <b>{format.value('count', heads)}</b>
      </summary>
      <div className={classes.fields}>
        {data.rows.map((group) => (
          <HeadsField key={group.id} farm={farm} group={group} label={group.name} />
        ))}
      </div>
    </Paper>
  );
}
