import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useAppPath } from '#src/core/api/place.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';

/** The farm that the address names; undefined when it names none. */
export function useFarmInPlace(): number | undefined {
  const { farm_id } = useParams();
  return farm_id === undefined ? undefined : Number(farm_id);
}

interface FarmPlaceProps {
  /** The list's address without a farm; a farm's own stands under it. */
  base: string;
}

/** Company, then farm: the list's address follows. */
export function FarmPlace({ base }: FarmPlaceProps) {
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
