import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { IssueModal } from '#src/reports/papers/issue-modal.tsx';
import classes from '#src/reports/papers/papers.module.css';
import { type Paper, usePapersOf } from '#src/reports/papers/queries.ts';
import { PaperReprint } from './paper-reprint.tsx';

interface PapersModalProps {
  farm: { id: number; timezone: string };
  month: string;
  onClose: () => void;
}

/** All papers of a farm's month, each version with its hash, and a reprint of the one that is chosen. */
export function PapersModal({ farm, month, onClose }: PapersModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const format = useFormat({ timezone: farm.timezone });
  const { data: rows, error, refetch } = usePapersOf({ farm: farm.id, month });
  const [shown, setShown] = useState<Paper | null>(null);
  const [toIssue, setToIssue] = useState<Paper | null>(null);
  const titleOf = ({ name, number, version }: Paper) => `${name} ${number}/${version}`;
  const body = () => {
    if (error && !rows) return <FailedState error={error} onRetry={refetch} />;
    if (!rows) return <TableSkeleton />;
    if (rows.length === 0) return <EmptyState icon={IconFileCheck} title={t('pages:papers.none')} text={t('pages:papers.none_text')} />;
    return (
      <section className={`${classes.scroll} ${classes.versions}`}>
        <Table verticalSpacing={6} aria-label={t('pages:papers.title', { month: format.month(month) })}>
          <Table.Thead>
            <Table.Tr>
              {(['paper', 'number', 'issued', 'reason', 'hash', 'files'] as const).map((key) => (
                <Table.Th key={key}>{t(`pages:papers.${key}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((paper) => (
              <Table.Tr key={paper.id}>
                <Table.Td>
                  <Text size="sm">{paper.name}</Text>
                  <Text size="xs" c="dimmed">
                    {t(`reports:report.${paper.type}`)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    {`${paper.number}/${paper.version}`}
                    {paper.current && <Badge variant="light">{t('pages:papers.current')}</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Stack gap={0}>
                    <Text size="sm">{format.value('datetime', paper.issued_at)}</Text>
                    <Text size="xs">{paper.issued_by_name ?? '–'}</Text>
                  </Stack>
                </Table.Td>
                <Table.Td>{paper.reason || t('pages:papers.by_closing')}</Table.Td>
                <Table.Td className={classes.hash} title={paper.hash}>
                  {paper.hash.slice(0, 12)}…
                </Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('pages:papers.show_of', { paper: titleOf(paper) })}
                      onClick={() => setShown(paper)}
                    >
                      {t('pages:papers.show')}
                    </Button>
                    {paper.current && can('blanks', 'change') && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t('pages:papers.issue_of', { paper: titleOf(paper) })}
                        onClick={() => setToIssue(paper)}
                      >
                        {t('pages:papers.issue')}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    );
  };
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('pages:papers.title', { month: format.month(month) })}
        closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        size="90%"
      >
        <Text size="sm" c="dimmed" mb="sm" className={classes.versions}>
          {t('pages:papers.detail')}
        </Text>
        {body()}
        {shown && <PaperReprint key={shown.id} paper={shown} timezone={farm.timezone} />}
      </Modal>
      {toIssue && <IssueModal paper={toIssue} title={titleOf(toIssue)} onClose={() => setToIssue(null)} />}
    </>
  );
}
