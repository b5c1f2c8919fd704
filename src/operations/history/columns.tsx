import type { TFunction } from 'i18next';
import type { Formatter } from '../../core/format/formatter.ts';
import type { ListColumn } from '../../core/resource/column.ts';
import { differenceOf, type HistoryField } from '../../core/resource/difference.ts';
import { ChangeCell, ChangeTime, TypeBadge } from './cells.tsx';
import type { Change } from './queries.ts';

const inOneLine = (change: Change, fields: readonly HistoryField[], format: Formatter) =>
  differenceOf(change, fields, format)
    .map(({ label, before, after }) => `${label}: ${[before, after].filter((value) => value !== null).join(' → ')}`)
    .join('; ');

export const changeColumns = (t: TFunction, format: Formatter, fields: readonly HistoryField[]): ListColumn<Change>[] => [
  { key: 'name', label: t('operations:history.name'), sort: 'name' },
  { key: 'at', label: t('operations:history.at'), kind: 'datetime', sort: 'at', render: (change) => <ChangeTime change={change} /> },
  {
    key: 'type',
    label: t('operations:history.type'),
    sort: 'type',
    value: ({ type }) => t(`core:history.${type}`),
    render: (change) => <TypeBadge type={change.type} />,
  },
  { key: 'user_name', label: t('operations:history.user'), sort: 'user_name' },
  {
    key: 'changes',
    label: t('operations:history.changes'),
    value: (change) => inOneLine(change, fields, format),
    render: (change) => <ChangeCell change={change} fields={fields} />,
  },
];
