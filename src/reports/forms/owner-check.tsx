import { Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FormSource, seriesOf } from '#common/files/forms/form.ts';
import { codeKey } from '#common/texts/keys.ts';
import classes from './forms.module.css';

/** The feed cost of all statements and of the own groups against that of the farm; the difference is 0. It isn't printed. */
export function OwnerCheck({ source }: { source: FormSource }) {
  const { t } = useTranslation('reports');
  const { format } = source;
  const title = `${t('reports:series.owner_check')}, ${format.unitValues.currency}`;
  return (
    <section className={classes.check} aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Table aria-label={title}>
        <Table.Tbody>
          {seriesOf(source, 'check').map(({ line, value }) => (
            <Table.Tr key={String(line)}>
              <Table.Th scope="row">{t(codeKey('reports:owner_check', line))}</Table.Th>
              <Table.Td ta="right">{format.value('money', value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
