/**
 * The fields that Manger uses of ICAR Animal Data Exchange: names, types and enumerations as published in the JSON schemas of
 * github.com/adewg/ICAR. Released resources are of version 1.3.2 (branch ADE-1). `icarFeedTransactionResource` and
 * `icarGroupFeedingEventResource` are planned for 1.4 and of the branch Develop, commit 2b32bb5 of 8 February 2024.
 */
export const STANDARD = 'ICAR ADE 1.3.2, with the feed transactions and group feedings planned for 1.4 (Develop, 2b32bb5)';

/** The value of a field. `optional` fields may be absent; `own` fields aren't part of the standard, whose readers ignore unknown fields. */
type Value = 'text' | 'number' | 'count' | 'boolean' | 'instant' | 'day' | readonly string[] | { fields: Fields } | { items: Value };
interface Field {
  value: Value;
  optional?: true;
  own?: true;
}
type Fields = Readonly<Record<string, Field>>;

const required = (value: Value): Field => ({ value });
const optional = (value: Value): Field => ({ value, optional: true });
const describeOwn = (value: Value): Field => ({ value, own: true });
const describeOwnOptional = (value: Value): Field => ({ value, own: true, optional: true });

const identifier = { fields: { id: required('text'), scheme: required('text') } } as const;
const quantity = {
  fields: { unitCode: required(['KGM', 'GRM', 'LBR', 'TNE', 'MC', 'MGM', 'ONZ', 'PN']), value: required('number') },
} as const;
const reference = { fields: { identifier: required(identifier) } } as const;

/** icarResource with icarMetaDataType. */
const resource = (type: string): Fields => ({
  resourceType: required([type]),
  id: required('text'),
  location: required(identifier),
  meta: required({
    fields: { source: required('text'), sourceId: optional('text'), isDeleted: optional('boolean'), modified: required('instant') },
  }),
});
const identifiers = { identifiers: describeOwn({ items: identifier }) };

/** icarDeviceResource, which a feed storage extends. */
const device = (type: string): Fields => ({
  ...resource(type),
  ...identifiers,
  name: required('text'),
  description: optional('text'),
  isActive: required('boolean'),
});

/** The collections of a location by the last part of their path, with their members. */
export const COLLECTIONS: Readonly<Record<string, Fields>> = {
  feeds: {
    ...resource('icarFeedResource'),
    ...identifiers,
    name: required('text'),
    type: required(identifier),
    properties: required({
      items: { fields: { propertyIdentifier: required(identifier), name: required('text'), value: required('number') } },
    }),
    active: required('boolean'),
  },
  rations: {
    ...resource('icarRationResource'),
    ...identifiers,
    name: required('text'),
    feeds: required({ items: { fields: { feedId: required(identifier), percentage: required('number') } } }),
    active: required('boolean'),
  },
  'feed-storages': {
    ...device('icarFeedStorageResource'),
    feedId: required('text'),
    capacity: optional(quantity),
    quantityAvailable: required(quantity),
  },
  devices: device('icarDeviceResource'),
  'animal-sets': {
    ...resource('icarAnimalSetResource'),
    ...identifiers,
    name: required('text'),
    purpose: required([
      'Enclosure',
      'Feeding',
      'Finishing',
      'Growing',
      'Health',
      'Lactation',
      'Movement',
      'Rearing',
      'Reproduction',
      'Session',
      'Other',
    ]),
    member: required({ items: identifier }),
    countObserved: describeOwn('count'),
  },
  'feed-inventory-transactions': {
    ...resource('icarFeedTransactionResource'),
    eventDateTime: required('instant'),
    transactionKind: required(['Receipt', 'Disposal', 'OnHand', 'Produce', 'StockTake', 'Use']),
    quantity: required('number'),
    units: required(['KGM']),
    totalCost: optional('number'),
    currency: optional('text'),
    supplierName: optional('text'),
    remark: optional('text'),
    product: required({ fields: { identifier: required(identifier), family: required(['Animal Feeds']), name: optional('text') } }),
  },
  'group-feeding': {
    ...resource('icarGroupFeedingEventResource'),
    eventDateTime: required('instant'),
    groupMethod: required([
      'ExistingAnimalSet',
      'EmbeddedAnimalSet',
      'InventoryClassification',
      'EmbeddedAnimalSetAndInventoryClassification',
    ]),
    countObserved: optional('count'),
    animalSetReference: required(reference),
    device: optional(reference),
    rationTotal: required({
      items: {
        fields: {
          rationId: required('text'),
          entitlement: required(quantity),
          feedConsumption: optional(quantity),
          dryMatterPercentage: optional('number'),
          delivered: describeOwnOptional(quantity),
          dryMatter: describeOwnOptional(quantity),
          totalCost: describeOwnOptional('number'),
          currency: describeOwn('text'),
        },
      },
    }),
  },
};

/** icarResourceCollection. */
export const VIEW: Fields = {
  totalItems: required('count'),
  totalPages: required('count'),
  pageSize: required('count'),
  currentPage: required('count'),
  first: required('text'),
  prev: optional('text'),
  next: optional('text'),
  last: required('text'),
};

const isInstant = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const TESTS: Record<Extract<Value, string>, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value) => typeof value === 'boolean',
  instant: isInstant,
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
};

function findFaultsOfValue(value: unknown, expected: Value, at: string): string[] {
  if (typeof expected === 'string') return TESTS[expected](value) ? [] : [`${at} isn’t ${expected}: ${JSON.stringify(value)}`];
  if ('fields' in expected) return findFaults(value, expected.fields, at);
  if ('items' in expected) {
    if (!Array.isArray(value)) return [`${at} isn’t a list`];
    return value.flatMap((item, index) => findFaultsOfValue(item, expected.items, `${at}.${index}`));
  }
  return expected.includes(String(value)) ? [] : [`${at} isn’t one of ${expected.join(', ')}: ${JSON.stringify(value)}`];
}

/** Returns a line for each missing, unknown or wrong field. */
export function findFaults(value: unknown, fields: Fields, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} isn’t an object`];
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !(name in fields));
  return [
    ...unknown.map((name) => `${at}.${name} is unknown`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      if (given[name] === undefined) return field.optional ? [] : [`${at}.${name} is missing`];
      return findFaultsOfValue(given[name], field.value, `${at}.${name}`);
    }),
  ];
}
