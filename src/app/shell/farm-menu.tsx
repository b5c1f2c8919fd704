import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropMenu } from '#src/core/ui/drop-place.tsx';
import { farmAddress } from './farm-address.ts';
import classes from './farm-switcher.module.css';
import type { ShellState } from './use-shell.ts';

/** Menu of the farms, grouped by company. */
export function FarmMenu({ drop, shell }: { drop: Drop; shell: ShellState }) {
  const { farms, farm } = shell;
  const companies = [...new Set(farms.map(({ company_name }) => company_name))];
  return (
    <DropMenu drop={drop} width={300} disabled={farms.length === 0}>
      <Menu.Dropdown className={classes.dropdown}>
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
    </DropMenu>
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
