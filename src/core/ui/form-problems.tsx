import { Alert, Stack } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FormProblemsProps {
  form: { errors: FormErrors };
  /** Errors that belong to no field. */
  problems: readonly string[];
  /** The fields' labels on screen, for errors of fields that are shown here. */
  labels?: Readonly<Partial<Record<string, string>>>;
}

/** Returns the text of the form around `box`, without the box. */
function textAround(box: HTMLElement): string {
  const form = box.closest('form')?.cloneNode(true) as HTMLElement | undefined;
  form?.querySelector('[data-problems]')?.remove();
  return form?.textContent ?? '';
}

/**
 * Errors shown above a form: those of no field, and those of fields that the form doesn't show (hidden or in a closed part), which would be
 * invisible otherwise.
 */
export function FormProblems({ form, problems, labels = {} }: FormProblemsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [undrawn, setUndrawn] = useState<readonly (readonly [path: string, error: ReactNode])[]>([]);
  // After the fields show their errors.
  useEffect(() => {
    const errors = Object.entries(form.errors).filter(([, error]) => typeof error === 'string' && error !== '');
    if (errors.length === 0 || !box.current) return setUndrawn([]);
    const around = textAround(box.current);
    setUndrawn(errors.filter(([, error]) => !around.includes(error as string)));
  }, [form.errors]);
  const shown = [...problems, ...undrawn.map(([path, error]) => (labels[path] ? `${labels[path]}: ${error}` : String(error)))];
  return (
    <div ref={box} data-problems hidden={shown.length === 0}>
      <Stack gap="xs">
        {[...new Set(shown)].map((problem) => (
          <Alert key={problem} color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
            {problem}
          </Alert>
        ))}
      </Stack>
    </div>
  );
}
