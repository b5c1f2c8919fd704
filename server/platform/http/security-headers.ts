import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const YEAR_SECONDS = 365 * 24 * 3600;

/** The browser's content policy. `inlineScripts` are the hashes of scripts in the page. */
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
    // Only with TLS: an installation in a farm's own network may have none.
    strictTransportSecurity: publicUrl.startsWith('https:') ? `max-age=${YEAR_SECONDS}` : false,
    xFrameOptions: 'DENY',
  });
