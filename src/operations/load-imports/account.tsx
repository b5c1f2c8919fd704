import { List, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LoadRows } from '#common/files/loads/rows.ts';
import type { LoadImported } from '#contract/operations/load-imports.ts';
import { errorText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';

interface AccountProps {
  rows: LoadRows;
  verdict: LoadImported;
}

/** The lines that are listed; the counts are of all. */
const MAX_LISTED = 50;

/** The server's verdict on the loads: counts, rows to add, and each refused or unusual weighing with its line. */
export function Account({ rows, verdict }: AccountProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const count = (value: number) => format.value('count', value);
  const { from, to } = verdict;
  const figures: [string, string][] = [
    [t('pages:load_import.created'), count(verdict.created)],
    ...(verdict.planned > 0 ? [[t('pages:load_import.planned'), count(verdict.planned)] as [string, string]] : []),
    [t('pages:load_import.same'), count(verdict.same)],
    [t('pages:load_import.wrong'), count(verdict.wrong)],
    [t('pages:load_import.far_off'), count(verdict.far_off)],
    ...(verdict.early > 0 ? [[t('pages:load_import.early'), count(verdict.early)] as [string, string]] : []),
    [t('pages:load_import.not_unloaded'), count(verdict.not_unloaded)],
    ...(from && to
      ? [[t('pages:load_import.period'), `${format.value('date', from)} – ${format.value('date', to)}`] as [string, string]]
      : []),
    ...(verdict.rations.length > 0 ? [[t('pages:load_import.rations'), verdict.rations.join(' · ')] as [string, string]] : []),
  ];
  const findLine = (row: string) => {
    const [list, n] = row.split('.') as ['items' | 'groups', string];
    const place = rows.places[list][Number(n)];
    return place ? `${place.file}, ${count(place.line)}` : row;
  };
  const refusals = Object.entries(verdict.errors).slice(0, MAX_LISTED);

  return (
    <>
      <Text size="sm">
        {t('pages:load_import.weighings', { items: count(rows.items.length), groups: count(rows.groups.length) })}
        {rows.leftOut > 0 && ` ${t('pages:load_import.left_out', { shown: count(rows.leftOut) })}`}
        {rows.notRead.length > 0 && ` ${t('pages:load_import.not_read', { names: rows.notRead.join(' · ') })}`}
        {rows.programs.length > 0 && ` ${t('pages:load_import.recognised', { names: rows.programs.join(' · ') })}`}
      </Text>
      <Table variant="vertical" layout="auto" withTableBorder>
        <Table.Tbody>
          {figures.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th>{label}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {refusals.length > 0 && (
        <List size="sm" aria-label={t('pages:load_import.wrong')}>
          {refusals.map(([path, [error]]) => {
            const [list, n, field = ''] = path.split('.');
            return (
              <List.Item key={path}>
                {error && t('pages:load_import.refused', { row: findLine(`${list}.${n}`), text: errorText(t, error, field) })}
              </List.Item>
            );
          })}
        </List>
      )}
      {verdict.unusual.length > 0 && (
        <List size="sm" aria-label={t('pages:load_import.far_off')}>
          {verdict.unusual.slice(0, MAX_LISTED).map(({ row, target, actual }) => (
            <List.Item key={row}>
              {t('pages:load_import.unusual', {
                row: findLine(row),
                target: format.value('weight', target),
                actual: format.value('weight', actual),
              })}
            </List.Item>
          ))}
        </List>
      )}
      {verdict.early_loads.length > 0 && (
        <List size="sm" aria-label={t('pages:load_import.early')}>
          {verdict.early_loads.slice(0, MAX_LISTED).map(({ row, day, next }) => (
            <List.Item key={row}>
              {t('pages:load_import.early_load', { row: findLine(row), day: format.value('date', day), next: format.value('date', next) })}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
