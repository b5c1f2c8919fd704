import { PinsBody } from '#contract/admin/pins.ts';
import { one } from '#contract/resource.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

/** Pins belong to the person in all clients. Neither history nor the activity log records them. */
export const pinEndpoints: Endpoint[] = [
  endpoint({
    method: 'put',
    path: '/auth/pins',
    summary: 'Which screens the caller keeps at hand, in this order; the session gives them',
    scope: 'account',
    people: true,
    body: PinsBody,
    response: one(PinsBody),
    async handle({ services, principal }, { body }) {
      const { id } = accountOf(principal);
      await services.database.acrossClients().updateTable('account').set({ pins: body.pins }).where('id', '=', id).execute();
      return { data: body };
    },
  }),
];
