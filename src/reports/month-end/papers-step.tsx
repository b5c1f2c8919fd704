import { Anchor, Button, Modal, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import classes from './month-end.module.css';
import { PaperPreview } from './paper-preview.tsx';
import { type Chosen, usePapers } from './queries.ts';

type Made = MonthPaper & { blank: number };
const isMade = (paper: MonthPaper): paper is Made => paper.blank !== null;

/** All documents of the month, each with its number and a preview. */
export function PapersStep({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const path = useAppPath();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const { data, error, refetch } = usePapers(chosen);
  const [shown, setShown] = useState<Made | null>(null);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <TableSkeleton />;
  if (data.length === 0) return <EmptyState title={t('pages:month_end.no_papers')} />;
  const getTitle = (paper: MonthPaper) => `${paper.farm_name} · ${paper.name || t(`reports:report.${paper.type}`)}`;
  return (
    <section className={classes.scroll}>
      <Table className={classes.checks} verticalSpacing={6} aria-label={t('pages:month_end.step.papers')}>
        <Table.Tbody>
          {data.map((paper) => (
            <Table.Tr key={`${paper.farm} ${paper.type} ${paper.blank}`}>
              <Table.Td>
                <Text size="sm">{getTitle(paper)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`reports:report.${paper.type}`)}
                </Text>
              </Table.Td>
              <Table.Td>{isMade(paper) && (paper.draft ? t('pages:form.draft', { number: paper.number }) : paper.number)}</Table.Td>
              <Table.Td ta="right">
                {isMade(paper) ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('pages:month_end.preview_of', { paper: getTitle(paper) })}
                    onClick={() => setShown(paper)}
                  >
                    {t('pages:month_end.preview')}
                  </Button>
                ) : (
                  <Anchor component={Link} to={path('settings/blanks')} size="sm">
                    {t('pages:month_end.no_blank')}
                  </Anchor>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown && getTitle(shown)}
        closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        size="90%"
        fullScreen={phone}
      >
        {shown && <PaperPreview paper={shown} month={chosen.month} />}
      </Modal>
    </section>
  );
}
