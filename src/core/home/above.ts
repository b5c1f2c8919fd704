import type { ComponentType } from 'react';

export interface AboveProps {
  /** The list that it stands above, whose rows come first. */
  table: 'companies' | 'clients';
}

/** What stands above a list that one lands on, where there is anything. */
export type Above = ComponentType<AboveProps>;
