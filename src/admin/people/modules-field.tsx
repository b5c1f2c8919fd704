import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MODULES } from '#contract/access.ts';

interface ModulesFieldProps {
  value?: string[];
  onChange?: (modules: string[]) => void;
  error?: React.ReactNode;
}

/** A client's modules. */
export function ModulesField({ value = [], onChange, error }: ModulesFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <Checkbox.Group label={t('admin:modules.title')} value={value} onChange={onChange} error={error}>
      <Group gap="lg" mt={4} mb={4}>
        {MODULES.map((module) => (
          <Checkbox key={module} value={module} label={t(`admin:modules.${module}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
