import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '#contract/words.ts';

/** A client's currency, for comparisons of clients. */
export function CurrencyField(props: SelectProps) {
  const { t } = useTranslation('admin');
  return <Select label={t('admin:clients.currency')} allowDeselect={false} data={[...CURRENCIES]} {...props} />;
}
