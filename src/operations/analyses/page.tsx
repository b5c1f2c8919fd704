import { Button } from '@mantine/core';
import { IconBook, IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANALYSIS_METHODS, analyses } from '#contract/operations/analyses.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { AnalysisModal } from './analysis-modal.tsx';
import { BookModal } from './book-modal.tsx';
import { analysisColumns } from './columns.ts';
import { analysisFile } from './file.ts';
import { useNutrients } from './queries.ts';

/** Analyses of the feeds, the newest sample first. */
export function Page() {
  const { t } = useTranslation(['nutrients', 'operations', 'reports', 'core']);
  const format = useFormat();
  const screen = useResourceScreen(analyses, {
    ordering: '-sampled_on',
    filters: ['farm', 'ingredient', 'method', 'day_after', 'day_before'],
    ofFarm: true,
    nameOf: ({ ingredient_name, sampled_on }) => `${ingredient_name}, ${format.value('date', sampled_on)}`,
  });
  const [isBook, setIsBook] = useState(false);
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  const { data: known = [] } = useNutrients();
  const book = screen.may('add') && known.length > 0 && (
    <Button variant="default" leftSection={<IconBook size={16} aria-hidden />} onClick={() => setIsBook(true)}>
      {t('nutrients:analyses.book')}
    </Button>
  );
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconFlask}
        texts={{
          title: t('operations:analyses.title'),
          detail: t('nutrients:analyses.detail'),
          create: t('operations:analyses.create'),
          empty: t('nutrients:analyses.empty'),
          empty_text: known.length > 0 ? t('nutrients:analyses.empty_text') : t('nutrients:analyses.no_nutrients'),
        }}
        columns={analysisColumns(t, format)}
        files={[analysisFile(t, { query, nutrients: known, format, farm, writes: mayImport })]}
        buttons={book}
        filters={
          <>
            <DayRange state={state} label={t('nutrients:analyses.days')} after="day_after" before="day_before" />
            <ListFilter state={state} name="farm" label={t('nutrients:analyses.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="ingredient" label={t('nutrients:analyses.ingredient')} options={optionsOf(feeds)} />
            <ListFilter
              state={state}
              name="method"
              label={t('nutrients:analyses.method')}
              options={ANALYSIS_METHODS.map((method) => ({ value: method, label: t(`nutrients:analyses.methods.${method}`) }))}
            />
          </>
        }
        form={({ row, onClose }) => <AnalysisModal analysis={row} onClose={onClose} />}
      />
      {isBook && <BookModal onClose={() => setIsBook(false)} />}
    </>
  );
}
