import { type Module, ofModules } from '#contract/access.ts';
import type { Db } from '#server/db/database.ts';
import { notSignedIn } from '#server/platform/errors.ts';
import { type KeyPrincipal, loadKey, noteUse, secretHash } from './access-key.ts';
import { loadPrincipal, modulesOf } from './load-principal.ts';
import type { Principal } from './principal.ts';
import type { Tokens } from './tokens.ts';

export interface Principals {
  /** The principal of a token; 401 if the token, the account or its client is invalid. */
  of(token: string): Promise<Principal>;
  /** The principal of an access key's secret; 401 if the key was revoked or has expired, or its client is locked. */
  ofKey(secret: string): Promise<Principal>;
  /** The principal of an account for a job with its rights; 401 if the account or its client is invalid. */
  ofAccount(id: number): Promise<Principal>;
  /** The principal inside a client, limited to the client's modules; 404 for an unknown client. */
  inside(principal: Principal, client: number): Promise<Principal>;
  /** Clears the cache. Called when access changed on any server. */
  forget(): void;
}

const MOST = 10_000;
export function createPrincipals(db: Db, tokens: Tokens, now: () => number = Date.now): Principals {
  const known = new Map<string, Principal>();
  const knownKeys = new Map<string, KeyPrincipal>();
  const knownModules = new Map<number, readonly Module[]>();
  const insides = new WeakMap<Principal, Map<number, Principal>>();
  let generation = 0;
  /** Caches a result, unless access changed while it was read. */
  async function cachePrincipal<K, P>(among: Map<K, P>, name: K, load: Promise<P>): Promise<P> {
    const before = generation;
    const principal = await load;
    if (before === generation) {
      if (among.size >= MOST) among.clear();
      among.set(name, principal);
    }
    return principal;
  }
  return {
    async of(token) {
      const hit = known.get(token);
      if (hit?.claims && hit.claims.exp * 1000 > now()) return hit;
      const claims = await tokens.read(token);
      return cachePrincipal(known, token, loadPrincipal(db, claims.sub, claims));
    },
    async ofKey(secret) {
      const hash = secretHash(secret);
      const name = hash.toString('base64');
      const key = knownKeys.get(name) ?? (await cachePrincipal(knownKeys, name, loadKey(db, hash)));
      if (key.expiresAt !== null && now() >= key.expiresAt) throw notSignedIn();
      await noteUse(db, key, now());
      return key;
    },
    ofAccount: (id) => loadPrincipal(db, id, null),
    async inside(principal, client) {
      if (principal.client === client) return principal;
      const modules = knownModules.get(client) ?? (await cachePrincipal(knownModules, client, modulesOf(db, client)));
      const known = insides.get(principal) ?? new Map<number, Principal>();
      insides.set(principal, known);
      const inside = known.get(client);
      if (inside?.modules === modules) return inside;
      const next = { ...principal, modules, rights: ofModules(principal.rights, modules) };
      known.set(client, next);
      return next;
    },
    forget() {
      generation += 1;
      known.clear();
      knownKeys.clear();
      knownModules.clear();
    },
  };
}
