export { MailConsentPage as Component } from './mail-consent-page.tsx';
