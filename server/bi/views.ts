import { createHash } from 'node:crypto';
import { BI_VIEWS, type BiViewName } from '#contract/bi.ts';
import { createBiViews, type View } from '#server/db/bi-views.ts';
import { connected, connectTo } from '#server/db/hosts.ts';
import { FEEDING_VIEWS } from './feeding-views.ts';
import { LIST_VIEWS } from './list-views.ts';

const SQL: Record<BiViewName, string> = { ...FEEDING_VIEWS, ...LIST_VIEWS };

const views: View[] = Object.entries(BI_VIEWS).map(([name, texts]) => ({ name, sql: SQL[name as BiViewName], ...texts }));
const mark = createHash('sha256').update(JSON.stringify(views)).digest('hex');

/** Creates the views of the schema `bi` from this version's SQL. Throws if the database's role may not create a schema. */
export const updateBiViews = (url: string): Promise<void> => connected(connectTo(url), (client) => createBiViews(client, views, mark));
