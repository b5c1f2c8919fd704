import { Link } from 'react-router-dom';
import icon from '#src/app/icon.svg';
import classes from './brand.module.css';

export function Brand({ to, compact = false }: { to: string; compact?: boolean }) {
  return (
    <Link to={to} className={classes.brand} aria-label="Manger">
      <img src={icon} alt="" width={28} height={28} />
      {!compact && <span>Manger</span>}
    </Link>
  );
}
