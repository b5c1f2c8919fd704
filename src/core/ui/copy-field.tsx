import { Button, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';

interface CopyFieldProps {
  label: string;
  description?: string;
  value: string;
}

/** A text to copy, in a monospaced font. */
export function CopyField({ label, description, value }: CopyFieldProps) {
  const { t } = useTranslation('core');
  const field = useRef<HTMLTextAreaElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t('core:copy.done'));
    } catch {
      // Without https there is no clipboard access: the text is selected, to be copied by hand.
      field.current?.select();
    }
  };

  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={description}
        value={value}
        readOnly
        autosize
        maxRows={14}
        styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: 12, overflowWrap: 'anywhere' } }}
      />
      <Button
        mt="xs"
        variant="default"
        aria-label={t('core:copy.of', { name: label })}
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {t('core:copy.action')}
      </Button>
    </div>
  );
}
