import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}
/** What was given to pg, which may bring a callback of its own. */
type Given = Partial<Statement> & { callback?: (...answer: unknown[]) => void };

/** Statements that were under way together stand in one batch. */
export type Batches = Statement[][];

/** A transaction's beginning, and what a connection prepares to be told by. */
const TENANT = /set_config\('manger\./;

/** Notes every statement that runs while `work` does, but for telling a connection its tenant. */
export async function record(work: () => Promise<unknown>): Promise<Batches> {
  const batches: Batches = [];
  let underWay = 0;
  const original = pg.Client.prototype.query;
  // pg takes text and values, or one object with both (and a name, where the statement is prepared).
  pg.Client.prototype.query = function noted(this: pg.Client, ...parameters: unknown[]) {
    const [first, second] = parameters as [string | Given, unknown[] | undefined];
    const { text, values } = typeof first === 'object' ? first : { text: first, values: second };
    const answered = typeof first === 'object' ? answerOf(first) : undefined;
    const result = Reflect.apply(original, this, parameters) as unknown;
    if (typeof text === 'string' && !TENANT.test(text)) {
      const statement = { text, values: Array.isArray(values) ? values : [] };
      const last = batches.at(-1);
      if (underWay > 0 && last) last.push(statement);
      else batches.push([statement]);
      underWay += 1;
      void Promise.resolve(answered ?? result).finally(() => {
        underWay -= 1;
      });
    }
    return result;
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return batches;
}

/** Ends when the callback is called; nothing where there is none. */
function answerOf(given: Given): Promise<void> | undefined {
  const { callback } = given;
  if (!callback) return undefined;
  return new Promise((resolve) => {
    given.callback = (...answer) => {
      resolve();
      callback(...answer);
    };
  });
}
