import { limits } from '@newsstand/contract';
import type { Importer, ImportFile } from './Importer.ts';
import { type ImporterName, importerNames, importers } from './importers.ts';
import { isMarkdownName } from './markdown/listMarkdown.ts';
import { jsonTokens } from './shared/json/readJson.ts';

/** Everything that can be imported: our own lines, exports of other systems, and Markdown. */
export type ImportFormat = 'ndjson' | ImporterName | 'markdown';

export const importFormats: readonly ImportFormat[] = ['ndjson', ...importerNames, 'markdown'];

/** The format of a file, or why it is unknown. */
export type DetectedFormat = { readonly format: ImportFormat } | { readonly unknown: string };

/** The format according to the beginning of a file; undefined if more of it is needed. */
type Detected = DetectedFormat | undefined;

const firstBytes = 64 * 1024;
const unlike = { unknown: 'it starts like none of the known formats' };

/** Detects the format of a file from its beginning, or else by its name. */
export async function detectFormat(file: ImportFile): Promise<DetectedFormat> {
  if (isMarkdownName(file.name)) return { format: 'markdown' };
  const detected = await detectFromStart(file);
  const isNamedSo = /\.(ndjson|jsonl)$/i.test(file.name);
  return 'unknown' in detected && isNamedSo ? { format: 'ndjson' } : detected;
}

/** Inspects the beginning of a file, then four times as much, and so on. */
async function detectFromStart(file: ImportFile): Promise<DetectedFormat> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let next = firstBytes;
  for await (const chunk of file.open()) {
    pieces.push(chunk.slice());
    size += chunk.length;
    if (size < next) continue;
    const detected = detectedIn(Buffer.concat(pieces), false);
    if (detected !== undefined) return detected;
    if (size >= limits.importLineBytes) break;
    next = Math.min(size * 4, limits.importLineBytes);
  }
  return detectedIn(Buffer.concat(pieces), true) ?? unlike;
}

function isCompressed([first, second]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8';
}

/** `isAll`: this is the whole file. */
function detectedIn(head: Uint8Array, isAll: boolean): Detected {
  if (isCompressed(head)) return { unknown: 'it is compressed; unpack it first' };
  const text = new TextDecoder(encodingOf(head)).decode(head).trimStart();
  if (text === '') return isAll ? { unknown: 'it is empty' } : undefined;
  if (text.startsWith('<')) return xmlDetected(text);
  if (text.startsWith('{') || text.startsWith('[')) return jsonDetected(text, isAll);
  return /^(---|\+\+\+)[ \t]*\r?\n/.test(text) ? { format: 'markdown' } : unlike;
}

/** By the first element, after declarations and comments. */
function xmlDetected(text: string): Detected {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const ending = endingAt(text, at);
    if (ending === undefined) break;
    const end = text.indexOf(ending, at);
    if (end === -1) return undefined;
    at = end + ending.length;
  }
  const end = text.indexOf('>', at);
  if (end === -1) return undefined;
  const root = text.slice(at, end);
  const format = importerNames.find((name) => importerOf(name).isXml?.(root));
  return format === undefined ? unlike : { format };
}

function importerOf(name: ImporterName): Importer {
  return importers[name];
}

/** The end marker of the declaration or comment that begins here; undefined if there is none. */
function endingAt(text: string, at: number): string | undefined {
  if (text.startsWith('<?', at)) return '?>';
  if (text.startsWith('<!--', at)) return '-->';
  if (!text.startsWith('<!', at)) return undefined;
  const [, inner] = /^<!\w+[^>[]{0,1000}(\[?)/.exec(text.slice(at, at + 1100)) ?? [];
  return inner === '[' ? ']>' : '>';
}

/** By the top-level members of the first object, which may be the first element of a list. */
function jsonDetected(text: string, isAll: boolean): Detected {
  const names = new Set<string>();
  const isList = text.startsWith('[');
  let depth = isList ? -1 : 0;
  for (const { text: token, end } of jsonTokens(text)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && isName(text, end)) names.add(token.slice(1, -1));
    const detected = jsonFormat(names, isList, depth === 0 && token === '}');
    if (detected !== undefined) return detected;
  }
  return isAll ? jsonFormat(names, isList, true) : undefined;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

/** `isAll`: these are all names. */
function jsonFormat(names: ReadonlySet<string>, isList: boolean, isAll: boolean): Detected {
  if (names.has('kind') && !isList) return { format: 'ndjson' };
  const format = importerNames.find((name) => {
    const { isJson, isJsonList } = importerOf(name);
    return (isList ? isJsonList : isJson)?.(names, isAll);
  });
  if (format !== undefined) return { format };
  return isAll ? unlike : undefined;
}
