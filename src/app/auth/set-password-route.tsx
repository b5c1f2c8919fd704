export { SetPasswordPage as Component } from './set-password-page.tsx';
