import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useAppPath } from '#src/core/api/place.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import type { ListState } from '#src/core/resource/list-state.ts';

/** The farm in the address; undefined without one. */
export function useFarmInPlace(): number | undefined {
  const { farm_id } = useParams();
  return farm_id === undefined ? undefined : Number(farm_id);
}

interface FarmPlaceProps {
  /** The list's address without a farm; a farm's own address is below it. */
  base: string;
}

/** Selects company and farm; the list's address follows. */
function FarmPlace({ base }: FarmPlaceProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { data: farms = [] } = useFarms();
  const params = useParams();
  const path = useAppPath();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(params.company_id ?? null);
  const companies = new Map(farms.map(({ company, company_name }) => [String(company), company_name]));
  const offered = farms.filter(({ company }) => chosen === null || String(company) === chosen);
  const common = {
    clearable: true,
    clearButtonProps: { 'aria-label': t('core:actions.reset') },
    nothingFoundMessage: t('core:list.nothing'),
    // Both fit on one line of a phone.
    style: { flex: '1 1 150px', maxWidth: 256 },
  };

  const chooseCompany = (company: string | null) => {
    setChosen(company);
    if (params.farm_id !== undefined && company !== params.company_id) navigate(path(base));
  };
  const chooseFarm = (id: string | null) => {
    const farm = farms.find((one) => String(one.id) === id);
    setChosen(farm ? String(farm.company) : chosen);
    navigate(path(farm ? `${base}/companies/${farm.company}/farms/${farm.id}` : base));
  };

  return (
    <>
      <Select
        {...common}
        aria-label={t('operations:companies.name')}
        placeholder={t('operations:companies.name')}
        data={[...companies].map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={chooseCompany}
        searchable={companies.size > 8}
      />
      <Select
        {...common}
        aria-label={t('operations:farms.name')}
        placeholder={t('operations:farms.name')}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={params.farm_id ?? null}
        onChange={chooseFarm}
        searchable={offered.length > 8}
      />
    </>
  );
}

/** The farms, and the one for a new row: the chosen, the only, or the last open one. */
export function useFarmOfNew(state: ListState) {
  const place = useFarmInPlace();
  const current = useCurrentFarm();
  const farms = useFarms().data ?? [];
  const farm = place ?? (Number(state.filter('farm')) || (farms.length === 1 ? farms[0]!.id : (current?.id ?? null)));
  return { farm, farms };
}

/** The farm of a list, in its address under `base` or as a filter. */
export function FarmFilter({ base, state, label }: { base?: string; state: ListState; label: string }) {
  const { data: farms = [] } = useFarms();
  if (base) return <FarmPlace base={base} />;
  return <ListFilter state={state} name="farm" label={label} options={farms.map(({ id, name }) => ({ value: String(id), label: name }))} />;
}
