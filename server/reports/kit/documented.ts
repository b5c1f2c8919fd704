import { z } from 'zod';
import type { Kind } from '#contract/kinds.ts';
import { BunkScore } from '#contract/operations/daily-call.ts';
import { OptionsQuery } from '#contract/options.ts';
import { allReports, type ReportId } from '#contract/reports/index.ts';
import {
  AlertItem,
  Cell,
  Column,
  Note,
  NoteItem,
  REPORT_FILTERS,
  ReportAlert,
  ReportData,
  type ReportDefinition,
  ReportFilters,
  Row,
  Series,
  Tile,
} from '#contract/reports/shape.ts';
import { IdList, many } from '#contract/resource.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import type { ReportServer } from './report.ts';
import { answerWith } from './report-answer.ts';

type Servers = Record<ReportId, ReportServer>;
type Named = ReturnType<NonNullable<Endpoint['byName']>>;

/** Parts of an answer that the OpenAPI document describes once. */
const PARTS = {
  ReportColumn: Column,
  ReportTile: Tile,
  ReportNote: Note,
  ReportNoteItem: NoteItem,
  ReportSeries: Series,
  ReportRow: Row,
  ReportAlert,
  ReportAlertItem: AlertItem,
  ReportFilters,
};

/** Texts of the document, registered on the server so that the browser doesn't load them. */
let isRegistered = false;
function registerTexts(): void {
  if (isRegistered) return;
  isRegistered = true;
  for (const [refId, schema] of Object.entries(PARTS)) z.globalRegistry.add(schema, { _internal: { refId } });
  z.globalRegistry.add(IdList, { description: 'Ids, repeated or separated by commas' });
  z.globalRegistry.add(BunkScore, {
    description:
      'A score of the farm’s scale: 0, 0.5, 1, 2, 3, 4 (South Dakota State University); 0, 1, 2, 3, 4, 5; −2, −1, 0, 1, 2, 3; or an own scale of halves',
    examples: [0, 0.5, 1, 2, 3, 4],
  });
  for (const schema of Object.values(REPORT_FILTERS)) {
    const words = listWords(schema);
    if (words)
      z.globalRegistry.add(schema, { description: `Repeated or separated by commas: ${words.map((word) => `\`${word}\``).join(', ')}` });
  }
}

/** The words of a filter that takes several of them; null for other filters. */
function listWords(schema: z.ZodType): readonly unknown[] | null {
  const list = schema instanceof z.ZodPipe ? schema.out : null;
  const element = list instanceof z.ZodArray ? list.element : null;
  const word = element instanceof z.ZodPipe ? element.out : element;
  return word instanceof z.ZodEnum ? word.options : null;
}

const NUMBERS: readonly Kind[] = ['weight', 'percent', 'money', 'price', 'duration', 'count', 'ratio'];
/** A cell of a column: null if there is nothing to calculate, absent if the row has no such cell. A text may be yes or no. */
function toCell({ kind }: Column) {
  const value = NUMBERS.includes(kind) ? z.number() : kind === 'text' ? z.union([z.string(), z.boolean()]) : z.string();
  return value.nullable().optional();
}

/** A row with the declared columns. More columns depend on the data: the answer declares them in `columns`. */
const buildRow = (columns: readonly Column[]) =>
  z.object(Object.fromEntries(columns.map((column) => [column.key, toCell(column)]))).catchall(Cell);

function buildAnswer(id: string, columns: readonly Column[]) {
  const row = buildRow(columns).meta({ id: `${id}Row` });
  return answerWith(ReportData.extend({ rows: z.array(row), totals: Row }).meta({ id: `${id}Data` }));
}

const toPascal = (id: string) => id.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The columns of a report without filters. */
const listColumns = (definition: ReportDefinition, { viewOf }: ReportServer) => (viewOf?.({}) ?? definition).columns;

const memoize = (make: () => Named) => {
  let made: Named | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The paths `report/{name}/make/`: each report with its filters and its rows. */
export const documentReports = (servers: Servers, queryOf: (definition: ReportDefinition) => z.ZodType) =>
  memoize(() => {
    registerTexts();
    return Object.fromEntries(
      allReports.map((definition) => {
        const { id } = definition;
        const response = buildAnswer(`${toPascal(id)}Report`, listColumns(definition, servers[id]));
        return [id, { summary: `Make the report ${id}`, query: queryOf(definition), response }];
      }),
    );
  });

/** The paths `report/{name}/{key}/detail/`: each report whose rows have a detail. */
export const documentDetails = (query: z.ZodType) =>
  memoize(() =>
    Object.fromEntries(
      allReports.flatMap(({ id, detail }) => {
        if (!detail) return [];
        return [
          [
            id,
            {
              summary: `Make the detail of a row of the report ${id}`,
              query,
              response: buildAnswer(`${toPascal(id)}Detail`, detail.columns),
            },
          ],
        ];
      }),
    ),
  );

/** The paths `report/{name}/options/`: each report with the filters that offer choices. */
export const documentOptions = (option: z.ZodType, more: z.ZodRawShape) =>
  memoize(() =>
    Object.fromEntries(
      allReports.flatMap(({ id, filters }) => {
        const offered = OptionsQuery.shape.filter.options.filter((filter) => filters.some((one) => one === filter));
        if (offered.length === 0) return [];
        const query = OptionsQuery.extend({ filter: z.enum(offered), ...more });
        return [[id, { summary: `Choices of a filter of the report ${id}`, query, response: many(option) }]];
      }),
    ),
  );
