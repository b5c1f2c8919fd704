import { sql } from 'kysely';
import { CATALOGUE_PATH, CatalogueItem, CatalogueRow } from '#contract/operations/mixer-catalogue.ts';
import { many, one } from '#contract/resource.ts';
import { reencryptFor } from '#server/domain/calibration.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

// The catalogue for people who create or change mixers; super administrators maintain the database at `dashboard/mixers/`.
const common = {
  method: 'get',
  need: [
    { item: 'mixer', action: 'add' },
    { item: 'mixer', action: 'change' },
  ],
} as const;

const SOURCE = sql`mixer_item i join mixer_model m on m.id = i.model_id join mixer_brand b on b.id = m.brand_id`;
const FIELDS = sql`i.id, b.name as brand_name, m.name as model_name, i.name`;

/** The mixer database to choose a calibration from. It is the installation's: no client's rows are read. */
export const catalogueEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    path: `/${CATALOGUE_PATH}`,
    summary: 'Calibrations of the mixer database, to begin a mixer with',
    response: many(CatalogueRow),
    async handle({ services }) {
      const { rows } = await sql<CatalogueRow>`
        select ${FIELDS} from ${SOURCE} order by lower(b.name), lower(m.name), lower(i.name)`.execute(services.database.acrossClients());
      return { data: rows, count: rows.length };
    },
  }),
  endpoint({
    ...common,
    path: `/${CATALOGUE_PATH}/{id}`,
    summary: "A calibration of the mixer database, encrypted with the key of the caller's token",
    response: one(CatalogueItem),
    async handle({ services, principal }, { id }) {
      const { rows } = await sql<CatalogueRow & { value: Buffer }>`
        select ${FIELDS}, i.value from ${SOURCE} where i.id = ${id}`.execute(services.database.acrossClients());
      const [item] = rows;
      if (!item) throw notFound();
      return { data: { ...item, value: reencryptFor(accountOf(principal).claims.exp, services.secret, item.value) } };
    },
  }),
];
