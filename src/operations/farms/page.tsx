import { CloseButton, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHome2, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { companies } from '#contract/operations/companies.ts';
import { type FarmCard, farms } from '#contract/operations/farms.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useList, useRow } from '#src/core/resource/queries.ts';
import { EmptyState, FailedState, NothingFound } from '#src/core/ui/states.tsx';
import { FirstSteps } from '#src/operations/first-steps/first-steps.tsx';
import { FarmModal } from './farm-modal.tsx';
import { FarmTile } from './farm-tile.tsx';
import classes from './farms.module.css';

const SEARCH_FROM = 7;

/** Farms of a company; opening one shows its plan of the day. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const company = Number(useParams().company_id);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data: owner } = useRow(companies, company);
  const { data, error, isPlaceholderData, refetch } = useList<typeof farms, FarmCard>(
    farms,
    { company, search, ordering: 'name', page_size: 1000 },
    { path: 'manager/farms/dashboard' },
  );
  const [shown, setShown] = useState<{ farm: FarmCard | null; readOnly: boolean } | null>(null);
  const add = can('farm', 'add')
    ? { label: t('operations:farms.create'), onClick: () => setShown({ farm: null, readOnly: false }) }
    : undefined;

  const list = () => {
    if (error && !data) return <FailedState error={error} onRetry={refetch} />;
    if (!data) {
      return (
        <div className={classes.tiles} aria-busy="true" role="status" aria-label={t('core:loading')}>
          {[0, 1, 2].map((key) => (
            <Skeleton key={key} height={212} radius="sm" data-skeleton />
          ))}
        </div>
      );
    }
    if (data.count > 0) {
      return (
        <ul className={classes.tiles} aria-label={t('operations:farms.title')} aria-busy={isPlaceholderData}>
          {data.rows.map((farm) => (
            <FarmTile key={farm.id} farm={farm} onShow={(readOnly) => setShown({ farm, readOnly })} />
          ))}
        </ul>
      );
    }
    if (search) return <NothingFound onReset={() => setTyped('')} />;
    return <EmptyState icon={IconHome2} title={t('operations:farms.empty')} text={t('operations:farms.empty_text')} action={add} />;
  };

  return (
    <>
      <PageHeader
        title={owner?.name ?? t('operations:farms.title')}
        crumbs={[{ label: t('operations:companies.title'), to: path('companies') }]}
        detail={data && !search ? t('operations:farms.count', { count: data.count }) : '\u00a0'}
        add={add}
      />
      {(typed || (data?.count ?? 0) >= SEARCH_FROM) && (
        <TextInput
          type="search"
          className={classes.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('core:actions.search')}
          aria-label={t('core:actions.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={typed && <CloseButton size="sm" aria-label={t('core:actions.reset')} onClick={() => setTyped('')} />}
        />
      )}
      <FirstSteps />
      {list()}
      {shown && <FarmModal company={company} {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
