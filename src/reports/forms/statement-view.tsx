import { Table, Text, Title } from '@mantine/core';
import { type Statement, type StatementInput, statementFormatter, statementTexts } from '#common/files/statements/statement.ts';
import { align } from '#common/format/kinds.ts';
import classes from './forms.module.css';
import { HeadRow } from './head-row.tsx';

/** A statement as it will be printed. */
export function StatementView({ statement, input }: { statement: Statement; input: StatementInput }) {
  const { columns, above, below, lines, signatures } = statement;
  const texts = statementTexts(statement, statementFormatter(input));
  const line = (key: string, label: string, cells: readonly string[]) => (
    <Table.Tr key={key} className={classes.line}>
      <Table.Th scope="row">{label}</Table.Th>
      {cells.slice(1).map((text, at) => (
        <Table.Td key={columns[at + 1]!.key} data-label={columns[at + 1]!.header} ta={align(columns[at + 1]!.kind)}>
          {text}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <section className={classes.statement} aria-label={`${statement.title}: ${statement.name}`}>
      <Title order={2} size="h4" ta="center">
        {statement.title}
      </Title>
      <Text size="xs" c="dimmed" ta="center" mb="sm">
        {statement.style}
      </Text>
      <dl className={classes.lines}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}:</dt>
            <dd>{value || '____________'}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too */}
      <section className={classes.scroll} tabIndex={0} aria-label={statement.name}>
        <Table withTableBorder withColumnBorders className={`${classes.table} ${classes.statementTable}`}>
          <Table.Thead>
            <HeadRow columns={columns} />
            {above.map(({ key, label }, i) => line(key, label, texts.above[i]!))}
          </Table.Thead>
          <Table.Tbody>
            {texts.rows.map((row, i) => (
              <Table.Tr key={String(statement.rows[i]!.id)}>
                {row.map((text, at) => (
                  <Table.Td key={columns[at]!.key} data-label={columns[at]!.header} ta={align(columns[at]!.kind)}>
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>{below.map(({ key, label }, i) => line(key, label, texts.below[i]!))}</Table.Tfoot>
        </Table>
      </section>
      {statement.remarks?.map((text) => (
        <Text key={text} size="sm" mt="sm">
          {text}
        </Text>
      ))}
      <dl className={classes.lines}>
        {signatures.map(({ role, name }) => (
          <div key={role}>
            <dt>{role}:</dt>
            <dd>____________ {name}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
