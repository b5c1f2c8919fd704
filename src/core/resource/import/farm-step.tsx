import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#contract/error-codes.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { CheckedFile } from './checked-file.ts';
import { NamedListsContext, toRowSource } from './named-lists.ts';

/** True if rows of the file need a farm and name none. */
export const lacksFarm = ({ verdict }: CheckedFile) =>
  Object.entries(verdict.errors).some(
    ([path, errors]) => /^rows\.\d+\.farm(?:_name)?$/.test(path) && errors.some(({ code }) => code === ERROR_CODES.required),
  );

interface FarmStepProps {
  farm: number | undefined;
  onChoose: (farm: number) => void;
}

/** The farm of a file without a column of farms. */
export function FarmStep({ farm, onChoose }: FarmStepProps) {
  const { t } = useTranslation('import');
  const load = use(NamedListsContext);
  const { data: rows } = useQuery({
    queryKey: ['farms', 'named', null],
    queryFn: async ({ signal }) => {
      const { farms } = await load();
      return farms ? allRows<{ id: number; name: string }>(toRowSource(farms, null), signal) : [];
    },
  });
  return <IdSelect label={t('import:farm')} rows={rows} searchable value={farm} onChange={(id) => id !== null && onChoose(id)} />;
}
