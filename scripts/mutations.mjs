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
  const found = [];
  const note = (start, end, to) => found.push({ start, end, to, line: text.slice(0, start).split('\n').length });
  visit(parseSync(file, text).program, null);
  return found;

  function visit(node, parent) {
    if (Array.isArray(node)) for (const one of node) visit(one, parent);
    if (typeof node?.type !== 'string' || isLeftAlone(node)) return;
    mutate(node, parent);
    for (const [key, value] of Object.entries(node)) {
      const isName = key === 'key' && !node.computed;
      if (typeof value === 'object' && value !== null && !isName) visit(value, node);
    }
  }

  function mutate(node, parent) {
    const { type, start, end } = node;
    if (type === 'BinaryExpression' && BINARY[node.operator] && !(node.operator === '+' && isText(node)))
      replaceOperator(node, BINARY[node.operator]);
    if (type === 'LogicalExpression' && node.operator === '??') note(node.left.end, end, '');
    else if (type === 'LogicalExpression') replaceOperator(node, node.operator === '&&' ? '||' : '&&');
    if (type === 'IfStatement' || type === 'ConditionalExpression') {
      const { test } = node;
      note(test.start, test.end, `!(${text.slice(test.start, test.end)})`);
    }
    if (type === 'UnaryExpression' && node.operator === '!') note(start, start + 1, '');
    if (type === 'Literal' && typeof node.value === 'number') note(start, end, add1(node.value));
    if (type === 'Literal' && typeof node.value === 'boolean') note(start, end, String(!node.value));
    if (type === 'MemberExpression' && parent?.type === 'CallExpression' && Object.hasOwn(METHODS, node.property.name))
      note(node.property.start, node.property.end, METHODS[node.property.name]);
    const isTagged = parent?.type === 'TaggedTemplateExpression' && /^sql\b/.test(text.slice(parent.start, start));
    if (type === 'TemplateLiteral' || (type === 'Literal' && typeof node.value === 'string')) mutateSql(node, isTagged);
  }

  function replaceOperator({ left, right, operator }, to) {
    const at = text.indexOf(operator, left.end);
    if (at < right.start) note(at, at + operator.length, to);
  }

  function mutateSql({ start, end, expressions = [] }, isTagged) {
    if (!/^(server|fixtures|bin)\//.test(file)) return;
    // Expressions become one name of the same length, and comments become spaces, so that offsets stay.
    let masked = text.slice(start, end);
    for (const inner of expressions) {
      const [from, to] = [inner.start - start - 2, inner.end - start + 1];
      masked = masked.slice(0, from) + 'X'.repeat(to - from) + masked.slice(to);
    }
    masked = `;${masked.slice(1, -1).replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))}`;
    if (!isTagged && !LOOKS_LIKE_SQL.test(masked)) return;
    for (const [pattern, change] of SQL)
      for (const match of masked.matchAll(pattern)) {
        if (/\band\b/.test(match[0]) && BETWEEN.test(masked.slice(0, match.index))) continue;
        const at = start + match.index;
        note(at, at + match[0].length, change(text.slice(at, at + match[0].length)));
      }
  }
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
