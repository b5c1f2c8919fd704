import type { ReactNode } from 'react';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { type Crumb, PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarmHome } from './place.ts';

interface FarmHeaderProps {
  title: string;
  farm: FarmCard;
  /** Further steps between the farm and the page. */
  crumbs?: readonly Crumb[];
  detail?: ReactNode;
  actions?: ReactNode;
  add?: { label: string; onClick: () => void };
}

/** Breadcrumbs of a farm's screen: the company and the farm. */
export function useFarmCrumbs(farm: FarmCard): Crumb[] {
  const path = useAppPath();
  const farmHome = useFarmHome();
  return [
    { label: farm.company_name, to: path(`companies/${farm.company}/farms`) },
    { label: farm.name, to: farmHome(farm) },
  ];
}

/** The top of a farm's screen. */
export const FarmHeader = ({ farm, crumbs = [], ...rest }: FarmHeaderProps) => (
  <PageHeader {...rest} crumbs={[...useFarmCrumbs(farm), ...crumbs]} />
);
