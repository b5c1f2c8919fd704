import { Navigate } from 'react-router-dom';
import { useAppPath } from '#src/core/api/place.ts';

/** The menu leads here; the first list opens. */
export function Page() {
  return <Navigate to={useAppPath()('history/farms')} replace />;
}
