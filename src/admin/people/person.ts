import type { TFunction } from 'i18next';
import type { Language } from '#contract/kinds.ts';

/** Common fields of employees and other accounts. */
export interface Person {
  id: number;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  language: Language;
  about: string;
  locked: boolean;
  version: number;
}

/** A person's name; without one, the email. */
export const nameOf = (person: Pick<Person, 'first_name' | 'last_name' | 'email'>) =>
  `${person.first_name} ${person.last_name}`.trim() || person.email;

export const personOf = (person: Person | null, language: Language) => ({
  first_name: person?.first_name ?? '',
  last_name: person?.last_name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  language: person?.language ?? language,
  about: person?.about ?? '',
  locked: person?.locked ?? false,
  version: person?.version,
});

/** An error at a missing email, with which people sign in. */
export const missingEmail = (t: TFunction, email: string) => (email.trim() ? {} : { email: t('core:errors.required') });
