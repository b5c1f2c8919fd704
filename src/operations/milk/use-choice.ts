import { useSearchParams } from 'react-router-dom';
import { withParams } from '#src/core/layout/with-params.ts';

/** The month and group on screen, stored in the address. */
export function useChoice(today: string) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('month') ?? '';
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) && requested <= today.slice(0, 7) ? requested : today.slice(0, 7);
  const choose = (name: 'month' | 'of', value: string) => setParams(withParams({ [name]: value }), { replace: true });
  return { month, of: params.get('of'), choose };
}
