// Modules that are bundled together. Without this list, the bundler creates a hundred shared files, each of which costs a request and
// compresses badly. Unlisted modules are bundled with their screens.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mantine = (names) => `@mantine/core/esm/components/(${names})/`;
const matchAny = (...paths) => new RegExp(`(${paths.join('|')})`);

const groups = [
  {
    name: 'start',
    test: matchAny(
      '^\\0?(rolldown|vite)/',
      '^\\0virtual:texts$',
      'node_modules/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|i18next-resources-to-backend)/',
      'node_modules/(clsx|use-sync-external-store)/',
      '@mantine/core/esm/core/(MantineProvider|utils/(?!create-scoped-keydown|find-element-in-shadow))/?',
      '@mantine/hooks/esm/(use-isomorphic-effect|use-reduced-motion|use-media-query|use-did-update|use-color-scheme)/',
      'src/core/api/(api|api-error|auth|begun|error-text|failure|network|place|query-string|session|store)\\.ts',
      'src/core/i18n/(i18n|languages|own-quotes|use-language)\\.ts',
      '@tabler/icons-react/.*/(createReactComponent|defaultAttributes|icons/IconCloudOff)\\.',
      'common/format/(date-text|decimal|device-timezone|locale|weight)\\.ts',
      'src/core/layout/last-client\\.ts',
      'src/core/ui/(first-look|load-chunk|window-title)\\.ts',
      'src/app/start\\.ts',
      'contract/(error-codes|units|words|reports/file-link)\\.ts',
    ),
  },
  // The names of 150 files, which the sign-in page needn't load.
  { name: 'texts', test: /^\0virtual:more-texts$/ },
  {
    // The parts before the sign-in, and each of its forms.
    name: 'front',
    test: matchAny('src/app/auth/(auth-page\\.module|field|front-page|language-links|submit|use-auth-form)', 'src/core/ui/new-password\\.'),
  },
  {
    name: 'shell',
    test: matchAny(
      'node_modules/@tanstack/(query-core|react-query)/(?!.*/useIsFetching)',
      '@mantine/core/esm/core/(Box|InlineStyles|factory|styles-api)/',
      mantine(
        'ActionIcon|Anchor|Avatar|Breadcrumbs|Button|Group|Kbd|Loader|Paper|Skeleton|Stack|Text|ThemeIcon|Title|Transition|UnstyledButton',
      ),
      '@mantine/hooks/esm/(use-id|utils/random-id)/',
      'src/app/(app-routes|boards/screens|farm-landing|keep-offline|screen-gate|screen-tabs|screens|use-places)\\.tsx?',
      'src/app/shell/(brand|farm-switcher|frame|full-name|menu|menu-link|prefetch|shell|sidebar|top-bar|type-ahead|use-shell|user-menu)\\.',
      'src/(admin|operations|reports)/(index|[^/]+/screens?)\\.ts',
      'src/operations/(feeding-screens|stock-screens|history/lists|recording/waiting-mark)\\.ts',
      'src/core/access/',
      'src/core/api/(entered-client|events|kept|query-client|token)\\.ts',
      'src/core/format/(client-context|farm-context)\\.',
      'src/core/layout/(density|last-farm|last-used|may-open|page-header|places|route-tabs|screen|tabs-context|use-asked-to-add|use-client-name|use-farms)\\.',
      'src/core/report/(begin|filters|queries|report)\\.ts',
      'src/core/resource/import/named-lists\\.ts',
      'src/core/ui/(drop|failures|lazy-part|notice|offline-notice|printing|question|questions|states|status-badge|table-skeleton|tip|toast|toasts)\\.',
      'common/texts/keys\\.ts',
      'contract/(days|ids|periods|report-path|rights|operations/who-sees)\\.ts',
      'contract/reports/(?!boards|month-end|comparison\\.|papers|product-boards|shape|share|signal|subscriptions|sendings|mail-consent|explorer-|iofc-(?!change\\.)|[a-z-]+-view\\.|budgets|views)',
    ),
  },
  {
    name: 'report',
    test: matchAny(
      mantine('CloseButton|Input|InputBase|TextInput'),
      'node_modules/date-fns(-tz)?/',
      // Sums in words are only on papers, volumes only in forms.
      'common/format/(?!words-uk|volume|signal-)',
      'src/core/format/(use-conventions|use-format)\\.ts',
      'common/files/(cell-words|change-text|input|shown-totals|text-column|tile-change|with-texts)\\.ts',
      'common/files/charts/(?!flags|marks|paper-|step-)',
      'src/core/grid/(column-state|judge|search-rows|widths)\\.ts',
      'src/core/chart/chart-card\\.',
      'src/core/chart/chart\\.module',
      'src/core/grid/(data-grid\\.module|first-rows)',
      'src/core/report/report-page\\.',
      'contract/(option-sources|operations/bonus-measures)\\.ts',
      'src/core/report/workspace\\.',
      'src/core/report/filters/(drop-panel|filter-bar|filter-options|period-text|use-report-filters|use-whole-address)\\.',
      'src/core/report/view/(column-menu|few-rows|grid-(panel|rows|toolbar)|hints|kept|more-rows|report-view|tiles|use-(file-input|shown-rows))\\.',
    ),
  },
  {
    // Home, and the code that its blocks share with their target screens: one more name in the shell would cost more than this chunk.
    name: 'home',
    test: matchAny(
      'src/(app|core)/home/',
      'src/app/boards/(landing|use-home-board)\\.',
      'react-query/.*/useIsFetching',
      'src/operations/feedings/(queries|sections)\\.ts',
      'src/operations/needs/(queries\\.ts|needs\\.module)',
      'src/operations/stocks/counts-block\\.',
      'src/reports/month-end/fixed-by\\.',
      'src/reports/signals/(signal|signals-block)\\.ts',
      'src/reports/signal-rules/rule-text\\.',
      'common/format/signal-(line|value-text)\\.',
    ),
  },
  {
    // Users open these screens one after the other.
    name: 'signals',
    test: matchAny('src/reports/signal(s|-rules|-mail)/(?!bell|screens|load|signal-pdf)', 'contract/reports/signal(s|-rules|-mail)\\.'),
  },
  {
    // Each is smaller than its request, and screens of daily work use most of them.
    name: 'lists',
    test: matchAny(
      'contract/operations/(animal-types|delivery-companies|groups|ingredient-types|ingredients|mixers|programmes|rations|stocks)\\.ts',
      'contract/external-ids\\.ts',
    ),
  },
  {
    // The forms that the preview of a file opens: a name of each in the shell would cost more than this chunk.
    name: 'new-rows',
    test: matchAny(
      'src/app/named-lists\\.',
      'src/operations/(groups/group|ingredients/ingredient|mixers/mixer|nutrients/nutrient|programmes/programme|services/plan|stocks/stock)-modal\\.',
      'src/operations/(ingredients|mixers|programmes)/values\\.',
    ),
  },
  {
    name: 'chart',
    test: matchAny(
      'src/core/chart/drawing\\.',
      'node_modules/(@reduxjs|d3-[a-z-]+|decimal\\.js-light|es-toolkit|eventemitter3|immer|react-is|react-redux|redux|redux-thunk|reselect|tiny-invariant|victory-vendor)/',
      // Lines, areas and tooltips of charts are chunks of their own, loaded later.
      'node_modules/recharts/(?!.*/(Area|AreaRevealShape|Brush|Cross|Cursor|DefaultTooltipContent|Line|ReferenceLine|Tooltip|TooltipBoundingBox|areaSelectors|lineSelectors)\\.js)',
    ),
  },
];

/** Icons that sources of these groups name, by file name. Icons of other screens are loaded with the first of these screens. */
function listIcons(names) {
  const tests = groups.filter(({ name }) => names.includes(name)).map(({ test }) => test);
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && tests.some((test) => test.test(`/${file}`)));
  return new Set(sources.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bIcon[A-Z]\w*/g) ?? []));
}
// The bell is in the header of every screen.
const firstIcons = listIcons(['shell', 'report']).add('IconBell');
const ICON = /@tabler\/icons-react\/.*\/icons\/(Icon\w+)\./;
const findIcon = (id) => {
  const name = ICON.exec(id)?.[1];
  // The start has its own copy for the offline notice.
  return name === 'IconCloudOff' ? undefined : name;
};

export const chunkGroups = [
  // A hundred icon files cost more requests than bytes.
  { name: 'icons', test: (id) => firstIcons.has(findIcon(id)) },
  { name: 'more-icons', test: (id) => findIcon(id) !== undefined && !firstIcons.has(findIcon(id)) },
  ...groups,
];
