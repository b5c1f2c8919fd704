import { allowsAny, grantView, type Need, ofModules, type Rights, SECTIONS } from './rights.ts';

/** Work that an access key may be created for. */
export const KEY_SCOPES = ['record_loads', 'read_lists', 'read_reports', 'write_animals', 'write_deliveries'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

interface Reach {
  rights: Rights;
  methods: readonly string[];
  /** Endpoints of the scope, as paths or their first parts. */
  paths: readonly string[];
}

const REACH: Record<KeyScope, Reach> = {
  record_loads: {
    rights: { 'manger.schedule': 'v', 'manger.schedule_loading': 'v', 'manger.load_schedule': 'a', 'manger.upload_schedule': 'a' },
    methods: ['get', 'post', 'put'],
    paths: ['/schedule'],
  },
  read_lists: {
    rights: {
      ...grantView([...SECTIONS.managers, ...SECTIONS.schedule, ...SECTIONS.animalfeed]),
      'manger.company': 'v',
      'manger.farm': 'v',
    },
    methods: ['get'],
    paths: ['/manager', '/mixers', '/schedule', '/ade'],
  },
  read_reports: { rights: grantView(SECTIONS.reports), methods: ['get'], paths: ['/report', '/ade'] },
  write_animals: {
    rights: { 'manger.schedule': 'vac', 'manger.group': 'vac' },
    methods: ['post'],
    paths: ['/ade/batches'],
  },
  write_deliveries: {
    rights: { 'manger.delivery': 'vac', 'manger.delivery_company': 'v', 'manger.ingredient': 'v' },
    methods: ['get', 'post', 'put'],
    paths: ['/manager/deliveries', '/manager/ingredients'],
  },
};

/** Rights of a key with these scopes in a client with these modules: those of all its scopes. */
export function rightsOfKey(scopes: readonly KeyScope[], modules: readonly string[]): Rights {
  const rights: Record<string, string> = {};
  for (const [item, letters] of scopes.flatMap((scope) => Object.entries(REACH[scope].rights))) {
    rights[item] = [...new Set((rights[item] ?? '') + letters)].join('');
  }
  return ofModules(rights, modules);
}

interface KeyEndpoint {
  method: string;
  path: string;
  /** Required rights, of which one is enough. */
  needs: readonly Need[];
  /** True if the endpoint itself judges the caller's rights by path and query, as reports do. */
  judged: boolean;
}

/** True if one of a key's scopes contains an endpoint. Endpoints that are open to every account are closed to keys. */
export function isOpenToKey(scopes: readonly KeyScope[], { method, path, needs, judged }: KeyEndpoint): boolean {
  return scopes.some((scope) => {
    const { methods, paths, rights } = REACH[scope];
    const isInside = methods.includes(method) && paths.some((start) => path === start || path.startsWith(`${start}/`));
    return isInside && (needs.length === 0 ? judged : allowsAny(rights, needs));
  });
}
