import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { notSignedIn } from '#server/platform/errors.ts';

const LIFETIME = 12 * 3600;
/** A token is renewed until this long after its first sign-in. */
const RENEWABLE = 30 * 24 * 3600;

const Claims = z.object({
  sub: z.coerce.number(),
  /** The session, a row of the database. */
  sid: z.string(),
  exp: z.number(),
  /** The account's token version when it signed in; a lock or a new password raises it. */
  tv: z.number(),
  /** First sign-in, in seconds since 1970. */
  first: z.number(),
});
export type Claims = z.infer<typeof Claims>;

export interface TokenOf {
  account: number;
  tokenVersion: number;
  session: string;
  /** Works in a client of their own; the browser then needn't wait to be told whose farms to ask for. */
  own: boolean;
}

export interface Tokens {
  /** `first`: when the session began, in seconds since 1970, now by default; `lifetime` in seconds. */
  issue(of: TokenOf, options?: { first?: number; lifetime?: number }): Promise<string>;
  /** The claims of a token that is genuine and not expired; 401 otherwise. */
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
      // Long expired is still genuine: read it as of 1970, then judge by the first sign-in.
      const read = await claims(token, new Date(0));
      if (seconds() - read.first > RENEWABLE) throw notSignedIn();
      return read;
    },
  };
}
