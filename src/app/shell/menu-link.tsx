import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MenuItem } from './menu.ts';

type Props = Pick<MenuItem, 'title' | 'icon' | 'to' | 'current'> & { className: string | undefined; onTurn?: () => void };

/** One line of the menu, in the sidebar and on a phone. */
export function MenuLink({ title, icon: Icon, to, current, className, onTurn }: Props) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  return (
    <Link to={to} className={className} aria-current={current} onMouseEnter={onTurn} onFocus={onTurn}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>{t(title)}</span>
    </Link>
  );
}
