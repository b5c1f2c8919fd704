import i18next from 'i18next';
import { ask } from './question.ts';

/** Every delete asks this: the operation cannot be undone. */
export const askDelete = (name: string) =>
  ask({
    title: i18next.t('core:confirm.delete', { name }),
    text: i18next.t('core:confirm.irreversible'),
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
