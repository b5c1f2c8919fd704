import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '#server/db/database.ts';
import { seal, unseal } from '#server/domain/calibration.ts';
import type { AccountOfLogin } from './queries.ts';

/** Seconds of a one-time code by RFC 6238: six digits, as every authenticator app makes them. */
const PERIOD = 30;
/** Accepted steps of a wrong clock. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

const createTotp = (secret: Secret, label: string) => new TOTP({ issuer: 'Manger', label, secret, digits: 6, period: PERIOD });
const hashCode = (code: string) => createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest();

/** A new secret of the account, active after its first right code. */
export async function newSecondFactor(db: Db, serverSecret: string, id: number, label: string): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  await sql`update account set second_factor = ${seal(serverSecret, secret.base32)} where id = ${id} and not second_factor_on`.execute(db);
  return { secret: secret.base32, uri: createTotp(secret, label).toString() };
}

/** Undefined if it was sealed with another secret of the server (a database restored elsewhere). Recovery codes still work. */
function openSecret(serverSecret: string, sealed: Buffer): Secret | undefined {
  try {
    return Secret.fromBase32(unseal(serverSecret, sealed));
  } catch {
    return undefined;
  }
}

/** True if the code is one of the app's at this time. A code works once. */
export async function takeOneTimeCode(db: Db, serverSecret: string, account: AccountOfLogin, code: string, now: Date): Promise<boolean> {
  if (!account.second_factor || !/^\d{6}$/.test(code.replaceAll(' ', ''))) return false;
  const secret = openSecret(serverSecret, account.second_factor);
  if (!secret) return false;
  const totp = createTotp(secret, '');
  const delta = totp.validate({ token: code.replaceAll(' ', ''), window: WINDOW, timestamp: now.getTime() });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / PERIOD) + delta;
  const { numAffectedRows } = await sql`
    update account set second_factor_step = ${step} where id = ${account.id} and second_factor_step < ${step}`.execute(db);
  return numAffectedRows === 1n;
}

/** True if the code is a recovery code of the account. Deletes the code. */
async function takeRecoveryCode(db: Db, id: number, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from recovery_code where account_id = ${id} and code_hash = ${hashCode(code)}`.execute(db);
  return numAffectedRows === 1n;
}

/** True for a one-time or recovery code of the account. Both work once. */
export async function takeCode(db: Db, serverSecret: string, account: AccountOfLogin, code: string, now: Date): Promise<boolean> {
  return (await takeOneTimeCode(db, serverSecret, account, code, now)) || (await takeRecoveryCode(db, account.id, code));
}

/** Replaces the account's recovery codes. Only their hashes are stored. */
export async function newRecoveryCodes(db: Db, id: number): Promise<string[]> {
  // 80 bits each, so that no guess finds one.
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32);
  const shown = codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
  await sql`delete from recovery_code where account_id = ${id}`.execute(db);
  await sql`insert into recovery_code (account_id, code_hash) select ${id}, unnest(${codes.map(hashCode)}::bytea[])`.execute(db);
  return shown;
}

/** Returns the account to sign-in with a password only. */
export async function dropSecondFactor(db: Db, id: number): Promise<void> {
  await sql`update account set second_factor = null, second_factor_on = false, version = version + 1 where id = ${id}`.execute(db);
  await sql`delete from recovery_code where account_id = ${id}`.execute(db);
}
