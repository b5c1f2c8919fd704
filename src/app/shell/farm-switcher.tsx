import { Menu, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconSelector } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FarmCard } from '../../../contract/operations/farms.ts';
import { mayOpen } from '../may-open.ts';
import { SCREENS } from '../screens.ts';
import classes from './farm-switcher.module.css';
import { screenAddress } from './menu.ts';
import type { ShellState } from './use-shell.ts';

/** The same screen for another farm; from a screen without a farm, the first one that has one. */
export function farmAddress({ screen, access, place }: Pick<ShellState, 'screen' | 'access' | 'place'>, farm: FarmCard): string | null {
  const ofFarm = (one: (typeof SCREENS)[number]) => one.route.includes(':farm_id') && mayOpen(one, access);
  const candidates = [screen, ...SCREENS.filter((one) => one.menu)].filter((one) => one !== undefined);
  for (const candidate of candidates.filter(ofFarm)) {
    const to = screenAddress(candidate, { ...place, farm });
    if (to) return to;
  }
  return null;
}

/** Whose farm is on screen, and the way to the others. */
export function FarmSwitcher({ shell }: { shell: ShellState }) {
  const { t } = useTranslation('core');
  const { farms, farm, clientName, place } = shell;
  if (!clientName && farms.length === 0) return null;
  const companies = [...new Set(farms.map(({ company_name }) => company_name))];
  return (
    <Menu position="bottom-start" width={300} disabled={farms.length === 0 && place.clientUser}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label={t('core:menu.switch_farm')}>
          <span className={classes.client}>{clientName}</span>
          <span className={classes.farm}>{farm?.name ?? t('core:menu.choose_farm')}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {!place.clientUser && (
          <>
            <Menu.Item component={Link} to="/app/clients" leftSection={<IconArrowLeft size={16} aria-hidden />}>
              {t('core:menu.other_client')}
            </Menu.Item>
            {farms.length > 0 && <Menu.Divider />}
          </>
        )}
        {companies.map((company) => (
          <Fragment key={company}>
            <Menu.Label>{company}</Menu.Label>
            {farms
              .filter(({ company_name }) => company_name === company)
              .map((one) => (
                <FarmItem key={one.id} farm={one} to={farmAddress(shell, one)} current={one.id === farm?.id} />
              ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FarmItem({ farm, to, current }: { farm: FarmCard; to: string | null; current: boolean }) {
  const check = current && <IconCheck size={16} aria-hidden />;
  if (!to) return <Menu.Item disabled>{farm.name}</Menu.Item>;
  return (
    <Menu.Item component={Link} to={to} rightSection={check} aria-current={current || undefined}>
      {farm.name}
    </Menu.Item>
  );
}
