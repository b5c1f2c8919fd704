import { hash, verify } from '@node-rs/argon2';

// OWASP's second choice for argon2id: 19 MiB, two passes.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** In a hash's place: no password is right, and the account is locked until it is given one. */
export const AWAITS_PASSWORD = 'awaits a password';

let decoy: Promise<string> | undefined;

/** Whether the password is the hash's. Without a hash it takes as long, so that time doesn't tell which accounts exist. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const known = passwordHash !== undefined && passwordHash !== AWAITS_PASSWORD;
  const matches = await verify(known ? passwordHash : await decoy, password);
  return known && matches;
}
