import { type Caller, callerOf, PASSWORD } from '#tests/support/api.ts';
import { makeReadyFarmOf, type ReadyFarm } from '#tests/support/feeding.ts';
import type { Server } from '#tests/support/launch.ts';

/** The present address of the installation. */
interface At {
  address: string;
}

/** A farm that can feed, created in the ways of a new installation. */
export async function setUp(site: At, server: Server): Promise<ReadyFarm> {
  const code = /code: ([0-9A-F]{12})/.exec(server.output())?.[1];
  const setup = await callerAt(site, '').post('setup/', { code, email: 'root@farm.example', password: PASSWORD });
  const root = callerAt(site, setup.data.token);
  const first = 'feed the herd at dawn';
  const person = { email: 'owner@farm.example', password: first, user_type: 'client', company_name: 'Attacked', modules: ['manger'] };
  const made = await root.post('dashboard/users/create/', person);
  if (made.status !== 201) throw new Error(`the owner was not made: ${JSON.stringify(made.errors)}`);
  const login = await callerAt(site, '').post('auth/jwt/create/', { login: person.email, password: first });
  // A password set by another person must be replaced first.
  const own = await callerAt(site, login.data.token).put('auth/me/', { password: first, new_password: PASSWORD });
  const owner = callerAt(site, own.data.token);
  return makeReadyFarmOf({ id: made.data.client, owner, ownerId: made.data.id });
}

/** Calls the server at its present address. */
export const callerAt = (site: At, token: string): Caller =>
  callerOf(
    {
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'GET' || request.method === 'DELETE' ? undefined : await request.text();
        return fetch(`${site.address}${pathname}${search}`, {
          method: request.method,
          headers: request.headers,
          ...(body ? { body } : {}),
        });
      },
    },
    token,
  );
