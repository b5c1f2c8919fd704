import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import type { Pattern } from './patterns.ts';

const CODE_FOLDERS = ['bin', 'common', 'contract', 'deploy', 'fixtures', 'scripts', 'server', 'src', 'tests'];

export interface Text {
  /** The folder of the file, three levels at most. */
  folder: string;
  file: string;
  line: number;
  kind: 'comment' | 'title' | 'name' | 'page';
  text: string;
}

/** All comments, test titles, function names and pages of the repository. Generated files and released migrations are left out. */
export function collectTexts(root: string): Text[] {
  return listFiles(root).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const folder = dirname(file).split('/').slice(0, 3).join('/');
    const found = file.endsWith('.md') ? readPage(source) : file.endsWith('.css') ? readStyles(source) : readCode(file, source);
    return addLines(source, found).map((each) => ({ folder, file, ...each }));
  });
}

/** Whether a pattern of this scope applies to a text of this kind. */
export function applies(where: Pattern['where'], kind: Text['kind']) {
  return where ? where === kind : kind !== 'name';
}

type Found = Pick<Text, 'kind' | 'text'> & { at: number };

function listFiles(root: string) {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...pages, ...[...CODE_FOLDERS, 'docs'].flatMap(inFolder)].filter(
    (file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !/\.gen\.ts$|(?:^|\/)node_modules\//.test(file),
  );
}

/** The parser reads comments, because `//` also occurs in strings, templates and regular expressions. */
function readCode(file: string, source: string): Found[] {
  const comments = parseSync(file, source).comments;
  const code = blankOut(source, comments);
  return [...mergeLines(source, comments), ...findTitles(file, code), ...findNames(code)];
}

/** The source with spaces instead of comments, so that places stay. */
function blankOut(source: string, comments: readonly { start: number; end: number }[]) {
  let code = '';
  let at = 0;
  for (const { start, end } of comments) {
    code += source.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return code + source.slice(at);
}

/** Comments as texts. Line comments below each other are one text. */
function mergeLines(source: string, comments: readonly { type: string; value: string; start: number; end: number }[]): Found[] {
  const texts: (Found & { end: number; isLine: boolean })[] = [];
  for (const { type, value, start, end } of comments) {
    const last = texts.at(-1);
    const isLine = type === 'Line';
    if (last?.isLine && isLine && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += ` ${value}`;
      last.end = end;
    } else texts.push({ kind: 'comment', text: value, at: start, end, isLine });
  }
  return texts.map(({ kind, text, at }) => ({ kind, at, text: stripCode(text.replace(/^\s*\* ?/gm, '').replace(/\s*\n\s*/g, ' ')) }));
}

const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;

function findTitles(file: string, code: string): Found[] {
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return [];
  return [...code.matchAll(TITLE)].map((match) => ({ kind: 'title', text: match[2] ?? '', at: match.index }));
}

const FUNCTION = /\bfunction\*? (\w+)|\bconst (\w+)(?:: [^=;\n]+)? = (?:async )?(?:\w+ =>|\([^;\n]*?\)(?:: [^=;\n]+)? =>|<|function\b)/g;
const CONSTANT = /\bconst ([A-Z][A-Z\d_]+)\b/g;

function findNames(code: string): Found[] {
  return [...code.matchAll(FUNCTION), ...code.matchAll(CONSTANT)].map((match) => ({
    kind: 'name',
    text: match[1] ?? match[2] ?? '',
    at: match.index,
  }));
}

function readStyles(source: string): Found[] {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map((match) => ({
    kind: 'comment',
    text: stripCode((match[1] ?? '').trim().replace(/\s*\n\s*/g, ' ')),
    at: match.index,
  }));
}

/** A page by paragraph, list item and row, without code. */
function readPage(source: string): Found[] {
  const prose = source.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/\S/g, ' '));
  return [...prose.matchAll(/^(?:[-*|#>]|\d+\.)?.*(?:\n(?![-*|#>]|\s*\n|\s*[-*] |\d+\.).+)*/gm)].map((match) => ({
    kind: 'page',
    text: stripCode(match[0].replace(/\s*\n\s*/g, ' ')),
    at: match.index,
  }));
}

/** Names in backticks and quoted examples in italics or quotation marks aren't prose. */
function stripCode(text: string) {
  return text
    .replace(/`[^`]*`/g, 'it')
    .replace(/(?<![*\w])\*[^*\s][^*]*\*(?![*\w])/g, '…')
    .replace(/"[^"]*"|“[^”]*”/g, '…')
    .trim();
}

/** Texts with their lines. One pass over the source serves all texts of a file. */
function addLines(source: string, found: Found[]) {
  let line = 1;
  let counted = 0;
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ kind, text, at }) => {
      for (; counted < at; counted += 1) if (source.charCodeAt(counted) === 10) line += 1;
      return { kind, text, line };
    });
}
