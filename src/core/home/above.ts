import type { ComponentType } from 'react';

export interface AboveProps {
  /** The list below, whose rows load first. */
  table: 'companies' | 'clients';
}

/** Content above the list of a start page. */
export type Above = ComponentType<AboveProps>;
