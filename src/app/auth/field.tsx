import { type ChangeEventHandler, type HTMLInputAutoCompleteAttribute, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './field.module.css';

interface FieldProps {
  name: string;
  label: string;
  value: string;
  onChange: ChangeEventHandler<HTMLInputElement>;
  error?: string;
  description?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  autoComplete: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  placeholder?: string;
}

/** A labelled input of the sign-in page, which must be there before any component library is. */
export function Field({ name, label, error, description, type = 'text', ...input }: FieldProps) {
  const { t } = useTranslation('core');
  const id = useId();
  const [shown, setShown] = useState(false);
  const hint = error ?? description;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box}>
        <input
          {...input}
          id={id}
          name={name}
          type={type === 'password' && shown ? 'text' : type}
          autoCapitalize={name === 'first_name' || name === 'last_name' ? 'words' : 'none'}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        {type === 'password' && (
          <button type="button" aria-label={t('core:auth.show_password')} aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Eye crossed={shown} />
          </button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={error ? classes.error : classes.description}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden>
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="M4 20 20 4" />}
    </svg>
  );
}
