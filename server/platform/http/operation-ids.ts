import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

type Route = Pick<Endpoint, 'method' | 'path' | 'response'>;

/** Names of first segments in an operation's id. `manager` has no name, because most lists are there. */
const AREAS: Record<string, string> = { manager: '', perm: 'Access', animalfeed: 'CompoundFeed', schedule: 'Schedule', local: '' };
/** Words that a path writes together, and words that it misspells. */
const WORDS: Record<string, string> = {
  animaltypes: 'AnimalTypes',
  bonusrules: 'BonusRules',
  bunkscores: 'BunkScores',
  callrules: 'CallRules',
  drymatter: 'DryMatter',
  firststeps: 'FirstSteps',
  groupowners: 'GroupOwners',
  groupsettings: 'GroupSettings',
  ingtedienttypes: 'IngredientTypes',
  jwt: 'Token',
  milkprices: 'MilkPrices',
  ownerlines: 'OwnerLines',
  serviceplans: 'ServicePlans',
  signalmail: 'SignalMail',
  signalpush: 'SignalPush',
  signalrules: 'SignalRules',
  tzs: 'Timezones',
};
/** Last segments that are the work itself. The value is the verb of the id. */
const VERBS: Record<string, string> = {
  answer: 'answer',
  approve: 'approve',
  ask: 'ask',
  close: 'close',
  confirm: 'confirm',
  copy: 'copy',
  craft: 'craft',
  create: 'create',
  erase: 'erase',
  from: 'derive',
  import: 'import',
  load: 'load',
  logout: 'end',
  look: 'view',
  mail: 'mail',
  move: 'move',
  off: 'disable',
  optimise: 'optimise',
  refresh: 'refresh',
  reopen: 'reopen',
  replace: 'replace',
  replay: 'replay',
  reset: 'reset',
  restore: 'restore',
  send: 'send',
  transfer: 'transfer',
  upload: 'upload',
  verify: 'verify',
  'view-as': 'impersonate',
};
/** Verbs of collections whose object is one row. */
const MAKES_ONE: ReadonlySet<string> = new Set(['create', 'craft', 'transfer']);

const isParameter = (segment: string | undefined) => segment?.startsWith('{') === true;
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const toName = (segment: string) => WORDS[segment] ?? segment.split(/[-_]/).map(capitalise).join('');
const toSingular = (name: string) =>
  name
    .replace(/Analyses$/, 'Analysis')
    .replace(/ches$/, 'ch')
    .replace(/ies$/, 'y')
    .replace(/(?<![is])s$/, '');
/** Adjoining equal words are written once: `schedule/schedules` are schedules. */
const join = (names: readonly string[]) =>
  names.filter((name, index) => index === names.length - 1 || toSingular(names[index + 1] ?? '') !== toSingular(name)).join('');

/** The words of segments: each but the last, and before a parameter also the last, in the singular. */
function nameObject(segments: readonly string[]): string {
  const [area = '', ...rest] = segments;
  const words = segments.length > 1 && area in AREAS ? [AREAS[area] ?? '', ...rest.map(toName)] : segments.map(toName);
  const ofOne = words.map((word, index) => (index === words.length - 1 && !isParameter(segments[index + 1]) ? word : toSingular(word)));
  return join(ofOne.filter((word) => word !== ''));
}

const answersList = (response: z.ZodType) => response instanceof z.ZodObject && response.shape.data instanceof z.ZodArray;

function chooseVerb({ method, response }: Route, isOfOne: boolean): string {
  if (method === 'get') return answersList(response) ? 'list' : 'get';
  if (method === 'post') return 'create';
  if (method === 'delete') return 'delete';
  return isOfOne ? 'update' : 'save';
}

/** The object of a path: the words after the last row's id, `Of` and the row. */
function nameWithin(segments: readonly string[], isOfOne = false): string {
  const at = segments.findLastIndex(isParameter);
  const number = isOfOne ? toSingular : (name: string) => name;
  if (at < 0) return number(nameObject(segments));
  const parent = nameWithin(segments.slice(0, at), true);
  const own = segments.slice(at + 1);
  return own.length === 0 ? parent : `${number(join(own.map(toName)))}Of${parent}`;
}

/** Ids of a report's paths by their last segment. */
const REPORT_IDS: Record<string, (report: string) => string> = {
  make: (report) => `make${report}Report`,
  options: (report) => `list${report}ReportOptions`,
  detail: (report) => `get${report}ReportDetail`,
};

const isWrite = ({ method }: Route) => method === 'post' || method === 'put';

/**
 * The id of a route's operation: verb and object, as `createDelivery`. Clients are generated with these names, so that an id never changes
 * while its path exists. The short list of a resource is `listShort…`.
 */
export function nameOperation(route: Route): string {
  const segments = route.path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const before = segments.slice(0, -1);
  const ofReport = segments[0] === 'report' && segments.length > 2 ? REPORT_IDS[last] : undefined;
  if (ofReport) return ofReport(toName(before[1] ?? ''));
  if (last === 'list') return before.length > 1 ? `listShort${nameWithin(before)}` : `list${toName(before[0] ?? '')}s`;
  const verb = isWrite(route) ? VERBS[last] : undefined;
  if (verb !== undefined && before.length > 0) return verb + nameWithin(before, MAKES_ONE.has(verb) || isParameter(before.at(-1)));
  if (isParameter(last)) return chooseVerb(route, true) + nameWithin(before, true);
  return chooseVerb(route, false) + nameWithin(segments, route.method === 'post');
}
