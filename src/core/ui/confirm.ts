import i18next from 'i18next';
import { ask } from './question.ts';

/** Every delete asks this: the operation cannot be undone, or for a moment only. */
export const askDelete = (name: string, undoable = false) =>
  ask({
    title: i18next.t('core:confirm.delete', { name }),
    text: i18next.t(undoable ? 'core:confirm.undoable' : 'core:confirm.irreversible'),
    confirm: i18next.t('core:actions.delete'),
    danger: true,
  });

/** Before typed changes are thrown away. */
export const askDiscard = () =>
  ask({
    title: i18next.t('core:confirm.unsaved'),
    text: i18next.t('core:confirm.unsaved_text'),
    confirm: i18next.t('core:confirm.discard'),
    danger: true,
  });
