import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { isTakenLogin } from '#server/platform/errors.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reserveTaken } from './sign-in-limits.ts';

/**
 * Limits answers that an email or phone is taken, per hour; then neither taken nor free ones are judged for a while. Counted before the
 * work, and removed unless that was the answer.
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
        return await endpoint.handle(context, input);
      } catch (error) {
        taken = isTakenLogin(error);
        throw error;
      } finally {
        if (!taken) await attempt.withdraw();
      }
    },
  };
}

export const boundTakenLogins = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => (endpoint.method === 'post' || endpoint.method === 'put' ? bounded(endpoint) : endpoint));
