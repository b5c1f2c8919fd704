import { requireNoSession } from '../start.ts';
import { AuthPage } from './auth-page.tsx';

export const loader = requireNoSession;
export const Component = AuthPage;
