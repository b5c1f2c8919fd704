import i18next from 'i18next';
import { ask } from './question.ts';

/** Asked before every delete: the operation can't be undone, or only for a moment. */
export const askDelete = (name: string, undoable = false) =>
  ask({
    title: i18next.t('core:confirm.delete', { name }),
    text: i18next.t(undoable ? 'core:confirm.undoable' : 'core:confirm.irreversible'),
    confirm: i18next.t('core:actions.delete'),
    danger: true,
  });

/** Asked before typed changes are discarded. */
export const askDiscard = () =>
  ask({
    title: i18next.t('core:confirm.unsaved'),
    text: i18next.t('core:confirm.unsaved_text'),
    confirm: i18next.t('core:confirm.discard'),
    danger: true,
  });
