import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { notSignedIn } from '#server/platform/errors.ts';

const LIFETIME = 12 * 3600;
/** Seconds after the first sign-in during which a token can be renewed. */
const RENEWABLE = 30 * 24 * 3600;

const Claims = z.object({
  sub: z.coerce.number(),
  /** The session's id, a row of the database. */
  sid: z.string(),
  exp: z.number(),
  /** The account's token version at the sign-in. A lock or a new password raises it. */
  tv: z.number(),
  /** First sign-in, in seconds since 1970. */
  first: z.number(),
});
export type Claims = z.infer<typeof Claims>;

export interface TokenOf {
  account: number;
  tokenVersion: number;
  session: string;
  /** True if the account has a client of its own; the browser can then request farms without waiting for `auth/me/`. */
  own: boolean;
}

export interface Tokens {
  /** `first` is the beginning of the session in seconds since 1970, by default now; `lifetime` is in seconds. */
  issue(of: TokenOf, options?: { first?: number; lifetime?: number }): Promise<string>;
  /** The claims of a genuine and valid token; 401 otherwise. */
  read(token: string): Promise<Claims>;
  /** The claims of a genuine token that may be renewed, expired or not; 401 otherwise. */
  readRenewable(token: string): Promise<Claims>;
}

export function createTokens(secret: string, now: () => number = Date.now): Tokens {
  const key = new TextEncoder().encode(secret);
  const seconds = () => Math.floor(now() / 1000);
  async function claims(token: string, at: Date): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: at });
      return Claims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw notSignedIn();
      throw error;
    }
  }
  return {
    issue: ({ account, tokenVersion, session, own }, { first = seconds(), lifetime = LIFETIME } = {}) =>
      new SignJWT({ sid: session, tv: tokenVersion, first, own })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(account))
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + lifetime)
        .sign(key),
    read: (token) => claims(token, new Date(now())),
    async readRenewable(token) {
      // An expired token is still genuine: it is read as of 1970 and judged by the first sign-in.
      const read = await claims(token, new Date(0));
      if (seconds() - read.first > RENEWABLE) throw notSignedIn();
      return read;
    },
  };
}
