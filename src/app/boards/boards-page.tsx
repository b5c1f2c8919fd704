import { Badge, Button, Group, Paper, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { boards, PRODUCT_BOARDS } from '#contract/reports/boards.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { productBoards } from '#contract/reports/product-boards.ts';
import { findBlock } from '#src/app/home/blocks.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useMe } from '#src/core/api/session.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import classes from './board.module.css';

/** All boards: the person's own, those of colleagues, and those that come with the product. */
export function BoardsPage() {
  const { t } = useTranslation(['boards', 'reports']);
  const me = useMe();
  const access = useAccess();
  const { data, error, refetch } = useList(boards, { page_size: 1000 });
  const [adding, setAdding] = useState(false);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  const rows = data?.rows ?? [];
  const own = rows.filter(({ author }) => author === me.id);
  const others = rows.filter(({ author }) => author !== me.id);
  const mayShow = (role: (typeof PRODUCT_BOARDS)[number]) =>
    productBoards[role].some(({ part, key, report }) => {
      if (part === 'block') return findBlock(access, key) !== null;
      const definition = reportNamed(report ?? '');
      return definition !== undefined && access.can(definition.permission, 'view', definition.module);
    });
  return (
    <>
      <PageHeader title={t('reports:boards.title')} add={{ label: t('boards:create'), onClick: () => setAdding(true) }} />
      <div className={classes.lists}>
        {own.length > 0 ? (
          <BoardList title={t('boards:own')} rows={own.map(({ id, name, home }) => ({ key: String(id), name, home }))} />
        ) : (
          data && <EmptyState icon={IconLayoutGrid} title={t('boards:none')} />
        )}
        {others.length > 0 && (
          <BoardList
            title={t('boards:others')}
            rows={others.map(({ id, name, author_name }) => ({ key: String(id), name, detail: author_name }))}
          />
        )}
        <BoardList
          title={t('boards:by_role')}
          rows={PRODUCT_BOARDS.filter(mayShow).map((role) => ({ key: role, name: t(`boards:product.${role}`) }))}
        />
      </div>
      {adding && <NewBoard onClose={() => setAdding(false)} />}
    </>
  );
}

interface Listed {
  key: string;
  name: string;
  detail?: string;
  home?: boolean;
}

function BoardList({ title, rows }: { title: string; rows: readonly Listed[] }) {
  const { t } = useTranslation('boards');
  const path = useAppPath();
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {rows.map(({ key, name, detail, home }) => (
          <li key={key}>
            <Paper withBorder component={Link} to={path(`reports/boards/${key}`)} className={`${classes.card} ${classes.figure}`} m={0}>
              <Group gap="xs">
                <b>{name}</b>
                {home && (
                  <Badge variant="light" color="green">
                    {t('boards:is_home')}
                  </Badge>
                )}
              </Group>
              {detail && <span className={classes.name}>{detail}</span>}
            </Paper>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewBoard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['boards', 'core']);
  const navigate = useNavigate();
  const path = useAppPath();
  const save = useSave(boards);
  const form = useForm({ initialValues: { name: '' } });
  const submit = async ({ name }: typeof form.values) => {
    try {
      const { id } = await save.mutateAsync({ values: { name: name.trim() } });
      navigate(path(`reports/boards/${id}`));
    } catch (error) {
      if (error instanceof ApiError) putErrors(form, error, t);
      else toast.error(failureText(t, error));
    }
  };
  return (
    <PlainModal title={t('boards:create')} onClose={onClose}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput label={t('boards:name')} data-autofocus maxLength={300} {...form.getInputProps('name')} />
        <Group justify="end" mt="md">
          <Button type="submit" loading={save.isPending}>
            {t('core:actions.save')}
          </Button>
        </Group>
      </form>
    </PlainModal>
  );
}
