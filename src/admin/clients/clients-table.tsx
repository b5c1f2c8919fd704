import { Badge, Table } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useFormat } from '#src/core/format/use-format.ts';
import { type RowAction, RowActions } from '#src/core/resource/row-actions.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import classes from './clients.module.css';
import type { Client } from './queries.ts';

export const entrance = (client: Client) => `/app/clients/${client.id}/companies`;

interface ClientsTableProps {
  clients: readonly Client[];
  actions: (client: Client) => readonly RowAction[];
}

export function ClientsTable({ clients, actions }: ClientsTableProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const navigate = useNavigate();
  return (
    <Table className={classes.table} aria-label={t('admin:clients.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('admin:clients.company_name')}</Table.Th>
          <Table.Th className={classes.wide}>{t('admin:clients.info')}</Table.Th>
          <Table.Th className={classes.number}>{t('admin:clients.farms_count')}</Table.Th>
          <Table.Th className={classes.number}>{t('admin:clients.users_count')}</Table.Th>
          <Table.Td className={classes.more} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clients.map((client) => (
          <Table.Tr key={client.id} onClick={() => navigate(entrance(client))}>
            <Table.Td>
              <Link to={entrance(client)} className={classes.name}>
                {client.company_name}
              </Link>
              {client.locked && (
                <Badge mx="xs" color="straw" variant="light" leftSection={<IconLock size={12} aria-hidden />}>
                  {t('admin:clients.locked')}
                </Badge>
              )}
            </Table.Td>
            <Table.Td className={classes.wide}>
              <Truncated text={format.value('text', client.info)} at={45} />
            </Table.Td>
            <Table.Td className={classes.number}>{format.value('count', client.farms_count)}</Table.Td>
            <Table.Td className={classes.number}>{format.value('count', client.users_count)}</Table.Td>
            <Table.Td className={classes.more} onClick={(event) => event.stopPropagation()}>
              <RowActions actions={actions(client)} name={client.company_name} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
