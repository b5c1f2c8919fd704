import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/core/ui/icon-button.tsx';

interface PartToolsProps {
  /** The ingredient's name. */
  name: string;
  place: { first: boolean; last: boolean };
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Buttons of a part's line: up, down, remove. */
export function PartTools({ name, place, onMove, onRemove }: PartToolsProps) {
  const { t } = useTranslation('pages');
  return (
    <>
      <IconButton icon={IconArrowUp} disabled={place.first} label={t('pages:recipe.up', { name })} onClick={() => onMove(-1)} />
      <IconButton icon={IconArrowDown} disabled={place.last} label={t('pages:recipe.down', { name })} onClick={() => onMove(1)} />
      <IconButton icon={IconX} label={t('pages:recipe.remove', { name })} onClick={onRemove} />
    </>
  );
}
