import { sql } from 'kysely';
import type { DemonstrationSignIn } from '#contract/admin/setup.ts';
import type { Language } from '#contract/kinds.ts';
import { isPassword } from '#server/platform/auth/passwords.ts';
import type { Services } from '#server/platform/context.ts';
import { notify } from '#server/platform/runtime/events.ts';

/** Password of all sign-ins of the demonstration data. */
export const DEMONSTRATION_PASSWORD = 'feed-the-herd-1';

export const DEMONSTRATION_SIGN_INS: readonly DemonstrationSignIn[] = [
  { login: 'owner@manger.test', role: 'owner' },
  { login: 'accountant@manger.test', role: 'accountant' },
  { login: 'feeder@manger.test', role: 'feeder' },
  { login: 'consultant@manger.test', role: 'consultant' },
  { login: 'staff@manger.test', role: 'staff' },
  { login: 'admin@manger.test', role: 'admin' },
  { login: 'root@manger.test', role: 'superadmin' },
];

/** The demonstration's first farm in each language. All names are invented. */
export const FIRST_FARM: Readonly<Record<Language, string>> = {
  uk: 'МТФ «Вишневий Яр»',
  ru: 'МТФ «Вишнёвый Яр»',
  en: 'Cherry Hollow Dairy',
  pl: 'Ferma Wiśniowy Jar',
  nl: 'Melkveebedrijf Kersendal',
  de: 'Milchviehhof Kirschgrund',
  fr: 'Ferme laitière du Val-des-Cerisiers',
  it: 'Azienda agricola Valle dei Ciliegi',
  ro: 'Ferma Valea Cireșilor',
  us: 'Cherry Hollow Dairy',
  et: 'Kirsioru piimafarm',
};

/** Cached by hash, because the answer to a hash never changes and the demonstration's accounts share one. */
const judged = new Map<string, Promise<boolean>>();
function hasDemonstrationPassword(hash: string): Promise<boolean> {
  const answer = judged.get(hash) ?? isPassword(DEMONSTRATION_PASSWORD, hash);
  if (judged.size > DEMONSTRATION_SIGN_INS.length) judged.clear();
  judged.set(hash, answer);
  return answer;
}

/** The working sign-ins of the demonstration data; none in other installations. */
export async function demonstrationSignIns({ database }: Services): Promise<DemonstrationSignIn[]> {
  const { rows } = await sql<{ email: string; password_hash: string }>`
    select a.email, a.password_hash from account a left join client c on c.id = a.client_id
    where exists (select from setting where name = 'origin' and value in ('"demo"', '"tiny"'))
      and a.email = any(${DEMONSTRATION_SIGN_INS.map(({ login }) => login)})
      and not a.deleted and not a.locked and not coalesce(c.locked, false) and not a.second_factor_on`.execute(database.acrossClients());
  const open = new Set<string>();
  for (const { email, password_hash } of rows) if (await hasDemonstrationPassword(password_hash)) open.add(email);
  return DEMONSTRATION_SIGN_INS.filter(({ login }) => open.has(login));
}

/**
 * Names the demonstration's first farm in the visitor's language. Farms with a name given by a person keep it, and so do farms of the tiny
 * data, which tests know by name.
 */
export async function nameFirstFarm({ database }: Services, language: Language): Promise<void> {
  const db = database.acrossClients();
  const { rows } = await sql<{ id: number; client_id: number }>`
    update farm set name = ${FIRST_FARM[language]}, version = version + 1
    where exists (select from setting where name = 'origin' and value = '"demo"')
      and id = (select min(id) from farm)
      and name = any(${Object.values(FIRST_FARM)}) and name <> ${FIRST_FARM[language]}
    returning id, client_id`.execute(db);
  for (const { id, client_id } of rows) await notify(db, client_id, 'farms', [id]);
}
