import createClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from './api.gen.ts';

export type Manger = Client<paths>;
export type FeedingPlanRow = components['schemas']['PlanfeedReportRow'];
export type Delivery = components['schemas']['Delivery'];
type NewDelivery = operations['createDelivery']['requestBody']['content']['application/json'];

/** Rows of one request. */
const PAGE_SIZE = 1000;

/** A client that signs each request with the secret of an access key. */
export const connectManger = (address: string, secret: string): Manger =>
  createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${secret}` } });

/** The error of a refused request: each field with its messages. */
function toError(error: components['schemas']['Failure'] | undefined, response: Response): Error {
  const fields = Object.entries(error?.errors ?? {}).map(
    ([field, messages]) => `${field}: ${messages.map(({ message }) => message).join(' ')}`,
  );
  return new Error(`${response.status} ${fields.join('; ')}`);
}

/** All rows of the report “planfeed” over the days of a month, as `2026-03`. */
export function readMonth(manger: Manger, month: string): Promise<FeedingPlanRow[]> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return readDays(manger, `${month}-01`, `${month}-${lastDay}`);
}

/** All rows of the report “planfeed” from the first to the last day. Later pages continue the snapshot of the first one. */
export async function readDays(manger: Manger, first: string, last: string): Promise<FeedingPlanRow[]> {
  const rows: FeedingPlanRow[] = [];
  let snapshot: string | undefined;
  for (let page = 1; ; page += 1) {
    const query = {
      planned_on_after: first,
      planned_on_before: last,
      page,
      page_size: PAGE_SIZE,
      ...(snapshot === undefined ? {} : { as_of: snapshot }),
    };
    const { data, error, response } = await manger.GET('/api/report/planfeed/make/', { params: { query } });
    if (!data) throw toError(error, response);
    snapshot = data.data.generated_at;
    rows.push(...data.data.rows);
    if (rows.length >= data.count || data.data.rows.length === 0) return rows;
  }
}

/** The id of a feed with this name; undefined without one. */
export async function findIngredient(manger: Manger, name: string): Promise<number | undefined> {
  const { data, error, response } = await manger.GET('/api/manager/ingredients/list/', { params: { query: { search: name } } });
  if (!data) throw toError(error, response);
  return data.data.find((ingredient) => ingredient.name === name)?.id;
}

/**
 * Enters a delivery once. `reference` names it in the caller's system, such as the number of the waybill: after a lost answer the call may be
 * repeated within 24 hours, and gets the delivery of the first call.
 */
export async function writeDelivery(manger: Manger, delivery: NewDelivery, reference: string): Promise<Delivery> {
  const headers = { 'Idempotency-Key': reference };
  const { data, error, response } = await manger.POST('/api/manager/deliveries/', { params: { header: headers }, body: delivery });
  if (!data) throw toError(error, response);
  return data.data;
}
