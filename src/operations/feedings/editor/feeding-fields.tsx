import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { Choices } from '#src/operations/feedings/choices.ts';
import { type Feeding, followRation } from '#src/operations/feedings/feeding.ts';
import classes from './editor.module.css';
import { GroupsField } from './groups-field.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { Switches } from './switches.tsx';

interface FeedingFieldsProps {
  value: Feeding;
  choices: Choices;
  onChange: (part: Partial<Feeding>) => void;
  errorOf: (path: string) => string | undefined;
  day?: Parameters<typeof PlanPreview>[0]['day'];
}

interface Named {
  id: number;
  name: string;
}

/** Ration, mixer, groups and switches, with the resulting plan. */
export function FeedingFields({ value, choices, onChange, errorOf, day }: FeedingFieldsProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const countHeads = (id: number) => choices.groups.find((group) => group.id === id)?.animal_count ?? 0;
  const ration = choices.rations.find(({ id }) => id === value.ration);
  const choose = (field: 'ration' | 'mixer', id: number | null) => {
    if (field === 'mixer') return onChange({ mixer: id });
    onChange({
      ration: id,
      groups: followRation(
        value.groups,
        ration,
        choices.rations.find((one) => one.id === id),
      ),
    });
  };
  const select = (field: 'ration' | 'mixer', rows: readonly Named[]) => (
    <IdSelect
      label={t(`pages:schedule.${field}`)}
      placeholder={t(`pages:schedule.choose_${field}`)}
      searchable
      rows={rows}
      disabled={choices.pending}
      value={value[field]}
      error={errorOf(field)}
      nothingFoundMessage={t('core:empty.not_found')}
      onChange={(id) => choose(field, id)}
    />
  );
  return (
    <div className={classes.editor}>
      <div className={classes.fields}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {select('ration', choices.rations)}
          {select('mixer', choices.mixers)}
        </SimpleGrid>
        <GroupsField
          value={value.groups}
          ration={ration}
          choices={choices.groups}
          headsOf={countHeads}
          errorOf={errorOf}
          onChange={(groups) => onChange({ groups })}
        />
        <Switches value={value} called={choices.called} onChange={onChange} errorOf={errorOf} />
      </div>
      <PlanPreview
        value={value}
        headsOf={countHeads}
        ration={ration}
        mixer={choices.mixers.find(({ id }) => id === value.mixer)}
        day={day}
        onChange={onChange}
      />
    </div>
  );
}
