import type { ReactNode } from 'react';
import type { Action, Item, Module } from '../../../contract/access.ts';
import { useAccess } from './use-access.ts';

interface PermittedProps {
  item: Item;
  action: Action;
  module?: Module;
  /** Shown instead when the right is missing; nothing unless told. */
  instead?: ReactNode;
  children: ReactNode;
}

/** Shows its children to those who hold the right. */
export function Permitted({ item, action, module, instead = null, children }: PermittedProps) {
  const { can } = useAccess();
  return can(item, action, module) ? children : instead;
}
