import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const YEAR_SECONDS = 365 * 24 * 3600;

/** What a browser may load, and from where; `inlineScripts`: the hashes of those that stand in a page. */
export const securityHeaders = (publicUrl: string, inlineScripts: readonly string[]): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    // Over TLS alone: an installation in a farm's own network may have none.
    strictTransportSecurity: publicUrl.startsWith('https:') ? `max-age=${YEAR_SECONDS}` : false,
    xFrameOptions: 'DENY',
  });
