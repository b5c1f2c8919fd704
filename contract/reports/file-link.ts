/** Page of a browser whose secret link gave no file. It explains the reason; its address doesn't contain the secret. */
export const FILE_LINK_PAGE = '/file-link';

/** Page on which an address's owner accepts or declines reports; the link's secret follows. */
export const MAIL_CONSENT_PAGE = '/reports-by-mail';

/** Page on which a person sets a password; the link's secret follows after `#`. */
export const SET_PASSWORD_PAGE = '/set-password';

/** Page of a shared report; the link's secret follows. */
export const SHARED_REPORT_PAGE = '/shared';

/** The link is invalid · requested too often · the file would be too large · it failed this time. */
export type FileLinkRefusal = 'gone' | 'later' | 'too_large' | 'failed';
