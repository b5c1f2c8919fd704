import { Anchor, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Blank } from '#common/files/forms/form.ts';
import type { Under } from '#common/texts/keys.ts';
import { ALL, FORM_LISTS, FORM_NEEDS, FORM_TYPES, type FormNeed, type FormType } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { Choice, ListName } from './choice.ts';
import { DaysField } from './days-field.tsx';
import classes from './forms.module.css';
import { ListField } from './list-field.tsx';
import { MonthField } from './month-field.tsx';

interface ChoiceFieldsProps {
  /** True if the screen is of one form, which needn't be chosen. */
  fixed: boolean;
  farms: readonly FarmCard[];
  farm: FarmCard;
  blanks: readonly Blank[] | undefined;
  choice: Choice;
  choose: (next: Partial<Choice & { farm: number }>) => void;
  /** Fields without a required choice, which show an error. */
  missing: readonly string[];
}

/** Fields for farm, form, template and the form's other requirements. */
export function ChoiceFields({ fixed, farms, farm, blanks, choice, choose, missing }: ChoiceFieldsProps) {
  const { t } = useTranslation(['reports', 'operations', 'core', 'pages']);
  const language = useLanguage();
  const path = useAppPath();
  const needs: readonly FormNeed[] = choice.type ? FORM_NEEDS[choice.type] : [];
  const problem = (field: Under<'pages:form.choose'>) => (missing.includes(field) ? t(`pages:form.choose.${field}`) : undefined);
  const list = (form: FormType, name: ListName) => (
    <ListField
      key={name}
      form={form}
      name={name}
      farm={farm.id}
      label={t(`reports:filter.${name}`)}
      value={choice[name]}
      error={problem(name)}
      onChange={(chosen) => choose({ [name]: chosen })}
    />
  );
  return (
    <div className={classes.fields}>
      {farms.length > 1 && (
        <IdSelect
          label={t('reports:filter.farm')}
          rows={farms}
          value={farm.id}
          onChange={(id) => id && choose({ farm: id, blank: null, ration: [ALL], mixer: [ALL], group: [ALL], owner: [ALL] })}
        />
      )}
      {!fixed && (
        <Select
          nothingFoundMessage={t('core:list.nothing')}
          label={t('pages:form.type')}
          data={FORM_TYPES.filter((type) => isOffered(reports[type], language)).map((type) => ({
            value: type,
            label: t(`reports:report.${type}`),
          }))}
          value={choice.type}
          error={problem('type')}
          allowDeselect={false}
          onChange={(type) => choose({ type: type as FormType, blank: null })}
        />
      )}
      {needs.includes('blank') && (
        <div>
          <IdSelect
            label={t('pages:form.blank')}
            rows={blanks}
            allowDeselect
            searchable={false}
            value={choice.blank}
            error={problem('blank')}
            onChange={(blank) => choose({ blank })}
          />
          {blanks?.length === 0 && (
            <Text size="xs" mt={4}>
              <Anchor component={Link} to={path('settings/blanks')} size="xs">
                {t('pages:form.no_blank')}
              </Anchor>
            </Text>
          )}
        </div>
      )}
      {needs.includes('month') && <MonthField value={choice.month} error={problem('month')} onChange={(month) => choose({ month })} />}
      {needs.includes('days') && <DaysField value={choice.days} error={problem('days')} onChange={(days) => choose({ days })} />}
      {choice.type && FORM_LISTS.filter((name) => needs.includes(name)).map((name) => list(choice.type!, name))}
    </div>
  );
}
