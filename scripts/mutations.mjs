// The mutations of `npm run mutate`, one at a time: in code, and in SQL of template strings. Types, comments and messages stay unchanged.
import { parseSync } from 'vite';

const BINARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const METHODS = { some: 'every', every: 'some', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' };
const add1 = (number) => String(Number(number) + 1);

const LOOKS_LIKE_SQL =
  /\b(select|from|where|join|case when|is null|is not null|group by|filter)\b|\b(coalesce|nullif|sum|max|min|count|greatest|least|round|abs)\(/;
const CLAUSE_ENDS = /(?=\s+(?:and|or|then|group|order|union|returning|limit|end|as)\b|\s*\n|\s*\)|$)/.source;
/** Each pattern matches the replaced text; the function returns the new text. */
const SQL = [
  [/\bsum(?=\()/g, () => 'max'],
  [/\bmax(?=\()/g, () => 'min'],
  [/\bmin(?=\()/g, () => 'max'],
  [/\bgreatest(?=\()/g, () => 'least'],
  [/\bleast(?=\()/g, () => 'greatest'],
  [/\bcoalesce\([\w.]+, [\w.']+\)/g, (text) => text.replace(/^coalesce\((.*),[^,]*\)$/s, '$1')],
  [/(?<=[\w)'"] )(?:<=|>=|<|>)(?= )/g, (text) => BINARY[text]],
  [/(?<=[\w)'"] )=(?= )(?<!\bset\b[^;]*)/g, () => '<>'],
  [/(?<=[\w)] )[-+](?= )/g, (text) => BINARY[text]],
  [/(?<=[\w)] )(?<!(?:select|distinct) )[*/](?= [\w(])/g, (text) => BINARY[text]],
  [new RegExp(` and (?:not )?[\\w.]+(?: (?:=|<>|<=|>=|<|>) [\\w.:']+(?:\\([^()]*\\))?| is (?:not )?null)?${CLAUSE_ENDS}`, 'g'), () => ''],
  [/(?<= )and(?= )/g, () => 'or'],
  [/(?<= )or(?= )/g, () => 'and'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bis not null\b/g, () => 'is null'],
  [/(?<!not )\bexists(?= \()/g, () => 'not exists'],
  [/(?<=(?:\b(?:and|or|where|when) |\())not (?=[\w(])/g, () => ''],
  [/\bleft join\b/g, () => 'join'],
  [/\bdistinct (?!on)/g, () => ''],
  [/ desc\b/g, () => ''],
  [/(?<![\w.$:'-])\d+(?:\.\d+)?(?![\w.'])(?<!\b(?:group|order) by [^)]*)/g, add1],
];
const BETWEEN = /\bbetween (?:(?!\band\b)[^\n])*$/;

/** All mutations of a file's text: the replaced offsets, the new text, and the line (from 1). */
export function findMutations(text, file) {
  const hasSql = /^(server|fixtures|bin)\//.test(file);
  return listNodes(parseSync(file, text).program).flatMap(({ node, parent }) =>
    [...(MUTATORS[node.type]?.(node, text, parent) ?? []), ...(hasSql ? mutateSql(node, text, parent) : [])].map((mutation) => ({
      ...mutation,
      line: text.slice(0, mutation.start).split('\n').length,
    })),
  );
}

/** All nodes below a node, each with its parent, in the order of the text. */
function listNodes(node, parent = null) {
  if (Array.isArray(node)) return node.flatMap((one) => listNodes(one, parent));
  if (typeof node?.type !== 'string' || isLeftAlone(node)) return [];
  const children = Object.entries(node).filter(([key, value]) => {
    const isName = key === 'key' && !node.computed;
    return typeof value === 'object' && value !== null && !isName;
  });
  return [{ node, parent }, ...children.flatMap(([, value]) => listNodes(value, node))];
}

/** The mutations of each type of node. */
const MUTATORS = {
  BinaryExpression(node, text) {
    const to = BINARY[node.operator];
    return to && !(node.operator === '+' && isText(node)) ? replaceOperator(node, text, to) : [];
  },
  LogicalExpression(node, text) {
    if (node.operator === '??') return [{ start: node.left.end, end: node.end, to: '' }];
    return replaceOperator(node, text, node.operator === '&&' ? '||' : '&&');
  },
  IfStatement: negateTest,
  ConditionalExpression: negateTest,
  UnaryExpression: ({ operator, start }) => (operator === '!' ? [{ start, end: start + 1, to: '' }] : []),
  Literal({ value, start, end }) {
    if (typeof value === 'number') return [{ start, end, to: add1(value) }];
    return typeof value === 'boolean' ? [{ start, end, to: String(!value) }] : [];
  },
  MemberExpression({ property }, _text, parent) {
    if (parent?.type !== 'CallExpression' || !Object.hasOwn(METHODS, property.name)) return [];
    return [{ start: property.start, end: property.end, to: METHODS[property.name] }];
  },
};

function negateTest({ test: { start, end } }, text) {
  return [{ start, end, to: `!(${text.slice(start, end)})` }];
}

function replaceOperator({ left, right, operator }, text, to) {
  const start = text.indexOf(operator, left.end);
  return start < right.start ? [{ start, end: start + operator.length, to }] : [];
}

/** The mutations of SQL in a text; none for other nodes. */
function mutateSql(node, text, parent) {
  if (node.type !== 'TemplateLiteral' && !(node.type === 'Literal' && typeof node.value === 'string')) return [];
  const isTagged = parent?.type === 'TaggedTemplateExpression' && /^sql\b/.test(text.slice(parent.start, node.start));
  const masked = maskExpressions(node, text);
  if (!isTagged && !LOOKS_LIKE_SQL.test(masked)) return [];
  return SQL.flatMap(([pattern, change]) =>
    [...masked.matchAll(pattern)]
      .filter((match) => !(/\band\b/.test(match[0]) && BETWEEN.test(masked.slice(0, match.index))))
      .map((match) => {
        const start = node.start + match.index;
        const end = start + match[0].length;
        return { start, end, to: change(text.slice(start, end)) };
      }),
  );
}

/** A node's text, in which expressions are one name of the same length and comments are spaces, so that offsets stay. */
function maskExpressions({ start, end, expressions = [] }, text) {
  let masked = text.slice(start, end);
  for (const inner of expressions) {
    const [from, to] = [inner.start - start - 2, inner.end - start + 1];
    masked = masked.slice(0, from) + 'X'.repeat(to - from) + masked.slice(to);
  }
  return `;${masked.slice(1, -1).replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))}`;
}

/** True for types, imports, and texts of errors and logs. */
function isLeftAlone({ type, callee }) {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|^Import|^ExportAll|^JSXAttribute$/.test(type)) return true;
  if (type === 'NewExpression') return /Error$/.test(callee.name ?? '');
  return type === 'CallExpression' && /^(log|console)$/.test(callee.object?.name ?? callee.object?.property?.name ?? '');
}

/** True for a sum of texts, which is not a number. */
const isText = ({ left, right }) =>
  [left, right].some(
    (side) =>
      side.type === 'TemplateLiteral' ||
      (side.type === 'Literal' && typeof side.value === 'string') ||
      (side.operator === '+' && isText(side)),
  );
