import { IconEyeOff, IconLock, IconPencilOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#src/core/ui/notice.tsx';

/** Shown instead of a list, report or screen that the user may not see. */
export function NoViewRights() {
  const { t } = useTranslation('core');
  return <Notice icon={IconEyeOff} title={t('core:access.no_view')} text={t('core:access.ask_owner')} />;
}

/** Shown instead of every screen of a client that the user can't access. */
export function NoClientRights() {
  const { t } = useTranslation('core');
  return <Notice icon={IconEyeOff} title={t('core:access.no_client')} />;
}

/** Shown instead of a form that the user may not change. */
export function NoEditRights() {
  const { t } = useTranslation('core');
  return <Notice icon={IconPencilOff} title={t('core:access.no_edit')} text={t('core:access.ask_owner')} />;
}

/** Shown instead of a ration's or a load's ingredients. */
export function NoIngredientRights() {
  const { t } = useTranslation('core');
  return <Notice icon={IconLock} title={t('core:access.no_ingredients')} text={t('core:access.ask_owner')} />;
}
