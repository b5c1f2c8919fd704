import type { TFunction } from 'i18next';
import { type Formatter, formatterIn } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { languageName } from '#src/core/i18n/languages.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { differenceOf, type HistoryField } from '#src/core/resource/difference.ts';
import { ChangeCell, ChangeTime, TypeBadge } from './cells.tsx';
import type { Change } from './queries.ts';

const inOneLine = (change: Change, fields: readonly HistoryField[], format: Formatter) =>
  differenceOf(change, fields, format)
    .map(({ label, before, after }) => `${label}: ${[before, after].filter((value) => value !== null).join(' → ')}`)
    .join('; ');

const nameRule = (t: TFunction, { before, after }: Change) => t(codeKey('pages:signals.rules', (after ?? before)?.rule));

/** The name of a changed row in a list. The server stored a name that doesn't depend on the language. */
export const changeName = (list: HistoryList, t: TFunction, format: Formatter, change: Change): string =>
  list === 'signalrules' ? nameRule(t, change) : format.daysIn(change.name);

/** Lists in which every row is a farm, or of no farm. */
const WITHOUT_FARM: readonly HistoryList[] = ['animaltypes', 'farms'];

export function changeColumns(list: HistoryList, t: TFunction, format: Formatter, fields: readonly HistoryField[]): ListColumn<Change>[] {
  return [
    { key: 'name', label: t('pages:history.name'), sort: 'name', value: (change) => changeName(list, t, format, change) },
    // The name of a signal contains its subject, which may be a whole farm.
    ...(list === 'signals' ? [{ key: 'rule', label: t('pages:history.fields.rule'), value: (change: Change) => nameRule(t, change) }] : []),
    ...(WITHOUT_FARM.includes(list) ? [] : [{ key: 'farm_name', label: t('operations:history.farm') }]),
    {
      key: 'at',
      label: t('operations:history.at'),
      kind: 'datetime',
      sort: 'at',
      zone: ({ timezone }) => timezone,
      render: (change) => <ChangeTime change={change} />,
    },
    { key: 'timezone', label: t('pages:history.timezone'), exported: 'only' },
    {
      key: 'type',
      label: t('pages:history.type'),
      sort: 'type',
      value: ({ type }) => t(`core:history.${type}`),
      render: (change) => <TypeBadge type={change.type} />,
    },
    { key: 'user_name', label: t('operations:history.user'), sort: 'user_name' },
    {
      key: 'changes',
      label: t('pages:history.changes'),
      value: (change) => inOneLine(change, fields, formatterIn(format, change.timezone)),
      render: (change) => <ChangeCell change={change} fields={fields} />,
    },
    { key: 'language', label: t('pages:history.language'), value: ({ language }) => languageName(language), secondary: true },
  ];
}
