import { Anchor, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { analyses, VALID_PATH, type ValidValue } from '#contract/operations/analyses.ts';
import { norms } from '#contract/operations/norms.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import { measureName, measureText } from '#src/operations/analyses/measures.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import { findNorm, mixNutrients, type NutrientPart, toAmount } from '#src/operations/rations/nutrients.ts';
import classes from './editor.module.css';

interface NutrientPanelProps {
  parts: readonly NutrientPart[];
  /** The group whose norms apply. */
  group: { id: number; animal_type: number } | undefined;
  /** Today at the farm. */
  today: string;
}

const MAX_NORMS = 1000;

/** Nutrients of the ration on screen: per head, in dry matter, and the group's norm. */
export function NutrientPanel({ parts, group, today }: NutrientPanelProps) {
  const { t } = useTranslation(['nutrients', 'reports', 'core']);
  const format = useFormat();
  const path = useAppPath();
  const { data: known = [] } = useNutrients();
  const ids = parts.map(({ ingredient }) => ingredient).toSorted((a, b) => a - b);
  const { data: values = [] } = useQuery({
    queryKey: [analyses.id, 'valid', ids, today],
    queryFn: async ({ signal }) =>
      (await api.get<z.output<typeof ValidValue>[]>(`${VALID_PATH}/`, { query: { ingredient: ids.join(','), day: today }, signal })).data,
    enabled: known.length > 0 && ids.length > 0,
  });
  const { data: found } = useList(norms, { page_size: MAX_NORMS, ordering: 'from' }, { enabled: known.length > 0 });
  if (known.length === 0) {
    return (
      <Anchor component={Link} to={path('stock/nutrients')} size="sm">
        {t('nutrients:set_up')}
      </Anchor>
    );
  }
  const rows = mixNutrients(parts, known, values).map((row) => {
    const norm = group && findNorm(found?.rows ?? [], group, row.nutrient.id, today);
    const amount = toAmount(row.nutrient, row.perHead);
    const judged = norm?.per === 'head' ? amount.value : row.inDryMatter;
    const least = norm?.min ?? norm?.target ?? null;
    const isBelow = least !== null && judged !== null && judged < least;
    const isAbove = norm?.max != null && judged !== null && judged > norm.max;
    return { ...row, norm, amount, state: isBelow ? 'below' : isAbove ? 'above' : undefined };
  });
  const bounds = (norm: ReturnType<typeof findNorm>) =>
    norm ? [norm.min, norm.target, norm.max].map((bound) => measureText(format, bound, norm.unit)).join(' · ') : '';
  return (
    <section aria-label={t('operations:nutrients.title')}>
      <Title order={3} size="h4" mb="xs">
        {t('operations:nutrients.title')}
      </Title>
      <Table className={classes.numbers} verticalSpacing={4} horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('nutrients:name')}</Table.Th>
            <Table.Th data-right>{t('nutrients:norms.pers.head')}</Table.Th>
            <Table.Th data-right>{t('nutrients:norms.pers.dry')}</Table.Th>
            <Table.Th data-right>{t('nutrients:panel.norm')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ nutrient, amount, inDryMatter, missing, norm, state }) => (
            <Table.Tr key={nutrient.id} data-state={state}>
              <Table.Td>{nutrient.name}</Table.Td>
              <Table.Td
                data-right
              >{`${measureText(format, amount.value, amount.unit)}\u00a0${measureName(t, format, amount.unit)}`}</Table.Td>
              <Table.Td data-right>
                {`${missing > 0 ? '≥\u00a0' : ''}${measureText(format, inDryMatter, nutrient.unit)}\u00a0${measureName(t, format, nutrient.unit)}`}
              </Table.Td>
              <Table.Td data-right>
                {bounds(norm)}
                {state && (
                  <Text span c="red" size="xs">
                    {` ${t(`nutrients:panel.${state as 'below' | 'above'}`)}`}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.some(({ missing }) => missing > 0) && (
        <Text c="dimmed" size="xs">
          {t('nutrients:panel.missing')}
        </Text>
      )}
    </section>
  );
}
