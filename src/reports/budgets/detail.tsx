import { Badge, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { budgets } from '#contract/reports/budgets.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { askDelete } from '#src/core/ui/confirm.ts';
import { ask } from '#src/core/ui/question.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { LinesTable } from './lines-table.tsx';
import { type Budget, useApprove, useRemoveDraft } from './queries.ts';

interface DetailProps {
  id: number;
  onFill: (draft: Budget) => void;
  onCorrect: (approved: Budget) => void;
}

/** A version of a year's budget: its totals, its actions and its lines. */
export function Detail({ id, onFill, onCorrect }: DetailProps) {
  const { t } = useTranslation(['pages', 'core', 'reports']);
  const format = useFormat();
  const path = useAppPath();
  const { can } = useAccess();
  const { data: budget, error, refetch } = useRow(budgets, id);
  const approve = useApprove();
  const remove = useRemoveDraft();
  if (error && !budget) return <FailedState error={error} onRetry={refetch} />;
  if (!budget) return <Skeleton height={320} radius="sm" data-skeleton aria-label={t('core:loading')} />;
  const { year, edition, state, farm } = budget;
  const name = t('pages:budget.name', { year, edition });
  const isDraft = state === 'draft';
  const report = `reports/budget?farm=${farm}&planned_on_after=${year}-01-01&planned_on_before=${year}-12-31`;
  const attempt = async (work: Promise<unknown>, done?: string) => {
    try {
      await work;
      if (done) toast.success(done);
    } catch (failure) {
      toast.error(failureText(t, failure));
    }
  };
  const askApprove = async () => {
    const question = {
      title: t('pages:budget.approve_title', { name }),
      text: t('pages:budget.approve_text'),
      confirm: t('pages:budget.approve'),
    };
    if (await ask(question)) await attempt(approve.mutateAsync(budget), t('pages:budget.approved'));
  };
  const askRemove = async () => {
    if (await askDelete(name)) await attempt(remove.mutateAsync(id));
  };
  return (
    <Paper withBorder p="md" radius="md" mt="md">
      <Group justify="space-between" mb="xs">
        <Group gap="sm">
          <Title order={2} size="h4">
            {name}
          </Title>
          <Badge variant="light" color={isDraft ? 'straw' : undefined}>
            {t(`pages:budget.state.${state}`)}
          </Badge>
        </Group>
        <Group gap="xs">
          {isDraft && can('additional', 'delete') && (
            <Button variant="subtle" color="red" onClick={askRemove}>
              {t('core:actions.delete')}
            </Button>
          )}
          {isDraft && can('additional', 'change') && (
            <>
              <Button variant="default" onClick={() => onFill(budget)}>
                {t('pages:budget.fill')}
              </Button>
              <Button disabled={!budget.lines?.length} loading={approve.isPending} onClick={askApprove}>
                {t('pages:budget.approve')}
              </Button>
            </>
          )}
          {!isDraft && can('additional', 'add') && (
            <Button variant="default" onClick={() => onCorrect(budget)}>
              {t('pages:budget.correct')}
            </Button>
          )}
          {!isDraft && (
            <Button component={Link} to={path(report)} variant="light">
              {t('reports:report.budget')}
            </Button>
          )}
        </Group>
      </Group>
      <Text mb="sm">
        {[`${format.value('weight', budget.kg)}\u00a0${t(format.unit('weight'))}`, format.money(budget.cost), budget.reason]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <LinesTable key={`${id} ${budget.version}`} budget={budget} mayWrite={isDraft && can('additional', 'change')} />
    </Paper>
  );
}
