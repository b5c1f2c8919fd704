import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}
/** The arguments of pg, which may include a callback. */
type Given = Partial<Statement> & { callback?: (...answer: unknown[]) => void };

/** Concurrent statements are one batch. */
export type Batches = Statement[][];

/** The begin of a transaction, and the statement that sets the tenant. */
const TENANT = /set_config\('manger\./;

/** Records every statement during `work`, except those that set the tenant. */
export async function record(work: () => Promise<unknown>): Promise<Batches> {
  const batches: Batches = [];
  let underWay = 0;
  const original = pg.Client.prototype.query;
  // pg takes text and values, or one object with both (and the name of a prepared statement).
  pg.Client.prototype.query = function noted(this: pg.Client, ...parameters: unknown[]) {
    const [first, second] = parameters as [string | Given, unknown[] | undefined];
    const { text, values } = typeof first === 'object' ? first : { text: first, values: second };
    const answered = typeof first === 'object' ? waitForAnswer(first) : undefined;
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

/** Resolves when the callback is called; nothing without one. */
function waitForAnswer(given: Given): Promise<void> | undefined {
  const { callback } = given;
  if (!callback) return undefined;
  return new Promise((resolve) => {
    given.callback = (...answer) => {
      resolve();
      callback(...answer);
    };
  });
}
