import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { HistoryRow } from '#contract/operations/history.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { languageName } from '#src/core/i18n/languages.ts';
import { differenceOf, type HistoryField } from './difference.ts';
import classes from './row-history.module.css';

export type Entry = z.infer<typeof HistoryRow>;

const COLOURS = { create: 'green', update: 'straw', delete: 'red' } as const;

/** One change, in the time zone in which it happened. */
export function HistoryEntry({ entry, fields }: { entry: Entry; fields: readonly HistoryField[] }) {
  const { t } = useTranslation('core');
  const format = useFormat({ timezone: entry.timezone });
  const changes = differenceOf(entry, fields, format);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <Badge color={COLOURS[entry.type]} variant="light">
          {t(`core:history.${entry.type}`)}
        </Badge>
        <Text size="sm">{format.value('datetime', entry.at)}</Text>
        <Text size="sm" c="dimmed">
          {[entry.user_name, languageName(entry.language)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {changes.length > 0 && (
        <dl className={classes.changes}>
          {changes.map(({ key, label, before, after }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                {before !== null && (
                  <del>
                    <span className={classes.hidden}>{t('core:history.before')}: </span>
                    {before}
                  </del>
                )}
                {before !== null && after !== null && <span aria-hidden> → </span>}
                {after !== null && (
                  <ins>
                    <span className={classes.hidden}>{t('core:history.after')}: </span>
                    {after}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
