import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CopyTarget } from '#contract/operations/ration-copies.ts';
import classes from './ration-copies.module.css';
import { toFarmKey } from './use-copy.ts';

interface FarmChoiceProps {
  targets: readonly CopyTarget[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The farms by client, each with a checkbox. A note names clients without a grant. */
export function FarmChoice({ targets, chosen, onChange }: FarmChoiceProps) {
  const { t } = useTranslation('nutrients');
  const ids = [...new Set(targets.map(({ client }) => client))];
  const clients = ids.map((id) => targets.filter(({ client }) => client === id));
  const open = targets.filter(({ may_copy }) => may_copy).map(toFarmKey);
  const set = (keys: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onChange(next);
  };
  return (
    <div className={classes.choices}>
      {open.length > 1 && (
        <Checkbox
          label={t('nutrients:copies.all')}
          checked={open.every((key) => chosen.has(key))}
          indeterminate={chosen.size > 0 && !open.every((key) => chosen.has(key))}
          onChange={(event) => set(open, event.currentTarget.checked)}
        />
      )}
      {clients.map((farms) => (
        <div key={farms[0]?.client} className={classes.choices}>
          {clients.length > 1 && (
            <Text size="sm" fw={600}>
              {farms[0]?.client_name}
            </Text>
          )}
          <div className={classes.farms}>
            {farms.map((farm) => (
              <Checkbox
                key={farm.farm}
                label={farm.farm_name}
                description={farm.company_name}
                checked={chosen.has(toFarmKey(farm))}
                disabled={!farm.may_copy}
                onChange={(event) => set([toFarmKey(farm)], event.currentTarget.checked)}
              />
            ))}
          </div>
          {farms.some(({ may_copy }) => !may_copy) && (
            <Text size="xs" c="dimmed">
              {clients.length > 1 ? t('nutrients:copies.not_granted', { client: farms[0]?.client_name }) : t('nutrients:copies.may_not')}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}
