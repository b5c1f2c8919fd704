import { phoneOf } from '#contract/phone.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Cells } from '#server/platform/cells/places.ts';
import type { Context } from '#server/platform/context.ts';
import { ApiError, fieldError, isTakenLogin } from '#server/platform/errors.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reserveTaken } from './sign-in-limits.ts';

class TakenElsewhere extends ApiError {}

/** 400 when somebody who lives in another cell signs in with it: here the database itself refuses that. */
async function demandFree(cells: Cells, { email, phone }: { email?: unknown; phone?: unknown }): Promise<void> {
  const logins = [
    ['email', 'email_taken', email],
    ['phone', 'not_unique', typeof phone === 'string' ? phoneOf(phone) : ''],
  ] as const;
  for (const [field, error, value] of logins) {
    if (typeof value !== 'string' || value === '') continue;
    const place = await cells.placeOf({ by: 'login', value });
    if (place && place.cell !== cells.setting.number) throw new TakenElsewhere(400, { [field]: [fieldError(error)] });
  }
}

/**
 * Whether an email or a phone is anybody's is said a few times an hour; then none is judged for a while, taken or free. Counted before the
 * work, and taken back unless that was the answer.
 */
function bounded(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    async handle(context, input) {
      const body = (input.body ?? {}) as { email?: unknown; phone?: unknown };
      if (body.email === undefined && body.phone === undefined) return endpoint.handle(context, input);
      const { services, principal } = context as Context;
      const attempt = await reserveTaken(services, accountOf(principal).id);
      let taken = false;
      try {
        if (services.cells) await demandFree(services.cells, body);
        return await endpoint.handle(context, input);
      } catch (error) {
        taken = isTakenLogin(error) || error instanceof TakenElsewhere;
        throw error;
      } finally {
        if (!taken) await attempt.withdraw();
      }
    },
  };
}

export const boundTakenLogins = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => (endpoint.method === 'post' || endpoint.method === 'put' ? bounded(endpoint) : endpoint));
