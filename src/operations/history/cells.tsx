import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { differenceOf, type HistoryField } from '#src/core/resource/difference.ts';
import classes from './history.module.css';
import type { Change } from './queries.ts';

const COLOURS = { create: 'green', update: 'straw', delete: 'red' } as const;
const SHOWN = 3;

export function TypeBadge({ type }: Pick<Change, 'type'>) {
  const { t } = useTranslation('core');
  return (
    <Badge color={COLOURS[type]} variant="light" classNames={{ label: classes.type }}>
      {t(`core:history.${type}`)}
    </Badge>
  );
}

/** When it happened, in the timezone of the place where it did. */
export function ChangeTime({ change }: { change: Change }) {
  const format = useFormat({ timezone: change.timezone });
  return <span className={classes.at}>{format.value('datetime', change.at)}</span>;
}

/** The first fields of a change; a new or deleted row shows none, because its name is enough. */
export function ChangeCell({ change, fields }: { change: Change; fields: readonly HistoryField[] }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat({ timezone: change.timezone });
  if (change.type !== 'update') return '–';
  const changes = differenceOf(change, fields, format);
  if (changes.length === 0) return '–';
  return (
    <ul className={classes.changes}>
      {changes.slice(0, SHOWN).map(({ key, label, before, after, worded }) => (
        <li key={key}>
          <span className={classes.label}>{label}</span>
          <span className={classes.values}>
            {!worded && (
              <>
                <del>{before ?? '–'}</del> <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins>{after ?? '–'}</ins>
          </span>
        </li>
      ))}
      {changes.length > SHOWN && <li className={classes.label}>{t('pages:history.more', { count: changes.length - SHOWN })}</li>}
    </ul>
  );
}
