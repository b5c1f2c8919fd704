/** Where a browser goes whose secret link gave no file: a page that tells people why. The link's secret isn't in its address. */
export const FILE_LINK_PAGE = '/file-link';

/** Where the owner of an address says whether reports may come; the link's secret follows. */
export const MAIL_CONSENT_PAGE = '/reports-by-mail';

/** Where a shared report is read; the link's secret follows. */
export const SHARED_REPORT_PAGE = '/shared';

/** The link is good no more (or never was) · asked too often · more than a file holds · it could not be made this time. */
export type FileLinkRefusal = 'gone' | 'later' | 'too_large' | 'failed';
