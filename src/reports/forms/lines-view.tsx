import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ExportInput, formatterOf } from '#common/files/input.ts';
import { align } from '#common/format/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import classes from './forms.module.css';
import { HeadRow } from './head-row.tsx';

/** Number of lines shown; the file contains all. */
const SHOWN = 50;

/** The first lines of a file for accounting, and its reconciliation with the other file. */
export function LinesView({ input, totals }: { input: ExportInput; totals: Row }) {
  return (
    <>
      <Lines input={input} total={{ given: totals.given ?? null, sum: totals.cost ?? null }} />
      {input.beside?.map((sheet) => (
        <Stack key={sheet.title} gap="xs" mt="xl">
          <Title order={3} size="h5">
            {sheet.title}
          </Title>
          <Lines input={sheet} total={{}} />
        </Stack>
      ))}
    </>
  );
}

function Lines({ input, total }: { input: ExportInput; total: Row }) {
  const { t } = useTranslation(['reports', 'pages']);
  const { columns, rows, title } = input;
  const format = formatterOf(input);
  const count = (number: number) => format.value('count', number);
  const labelAt = columns.findIndex(({ key }) => !(key in total));
  return (
    <section className={classes.statement} aria-label={title}>
      <Text size="sm" c="dimmed" mb="xs">
        {rows.length > SHOWN
          ? t('pages:form.first_lines', { shown: count(SHOWN), total: count(rows.length) })
          : t('reports:grid.rows', { total: count(rows.length) })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <Table withTableBorder withColumnBorders fz="xs" horizontalSpacing="xs" className={classes.table}>
          <Table.Thead>
            <HeadRow columns={columns} />
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <Table.Tr key={String(row.id)}>
                {columns.map(({ key, kind, decimals }) => (
                  <Table.Td key={key} ta={align(kind)}>
                    {row[key] === '' ? '' : format.value(kind, row[key], { decimals })}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {(total.sum ?? null) !== null && (
            <Table.Tfoot>
              <Table.Tr className={classes.line}>
                {columns.map(({ key, kind, decimals }, at) => (
                  <Table.Td key={key} ta={align(kind)}>
                    {at === labelAt ? t('reports:grid.total') : key in total ? format.value(kind, total[key], { decimals }) : ''}
                  </Table.Td>
                ))}
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </section>
    </section>
  );
}
