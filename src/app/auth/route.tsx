import { requireNoSession } from '#src/app/start.ts';
import { AuthPage } from './auth-page.tsx';

export const loader = requireNoSession;
export const Component = AuthPage;
