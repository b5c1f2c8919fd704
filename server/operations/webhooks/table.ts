import { webhooks } from '#contract/operations/webhooks.ts';
import { deriveKey, encrypt } from '#server/domain/at-rest.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { isUsableUrl } from '#server/platform/http/safe-address.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

export const secretKey = (secret: string) => deriveKey(secret, 'manger webhook at rest');

const countEvents = (state: string) =>
  `(select count(*)::integer from webhook_event e where e.client_id = t.client_id and e.webhook_id = t.id and e.state = '${state}')`;

/** A deleted webhook remains as a deleted row, so that history can name it. Its events aren't sent any more. */
export const webhookTable: TableOf<typeof webhooks, 'webhook'> = {
  contract: webhooks,
  table: 'webhook',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { ...named('farm'), waiting: countEvents('waiting'), failed: countEvents('failed') },
  columns: { secret: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.url', 'farm.name'],
  order: 'farm.name, t.url',
  remove: 'soft',
  title: ({ url }) => String(url),
  // The counts change without a save, and the history needs no counts.
  historic: ({ waiting: _, failed: __, ...row }) => row,
  prepare: oneByOne(async (_tx, context, { before, input }) => {
    if (typeof input.url === 'string' && !isUsableUrl(input.url, context.services.webhookNetworks)) throw invalid('url', 'invalid_value');
    // A person of some farms can't receive the events of others.
    if (input.all_farms === true && context.principal.farms !== null) throw invalid('all_farms', 'invalid_value');
    return {
      ...(before === null ? { created_at: context.services.now().toISOString() } : {}),
      ...(typeof input.secret === 'string' ? { secret: encrypt(secretKey(context.services.secret), input.secret) } : {}),
      ...(input.active === true ? { disabled_at: null, disabled_reason: '', reported_at: null } : {}),
    };
  }),
};
