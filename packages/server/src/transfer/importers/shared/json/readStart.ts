import type { ImportFile } from '../../Importer.ts';
import { jsonTokens } from './readJson.ts';

const startBytes = 64 * 1024;

/** The beginning of a JSON file: whether it is a list, and the members of its first object. */
export async function readStart(
  file: ImportFile,
): Promise<{ readonly isList: boolean; readonly members: ReadonlySet<string> }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.open()) {
    pieces.push(chunk.slice());
    size += chunk.length;
    if (size >= startBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(pieces)).trimStart();
  const isList = text.startsWith('[');
  return { isList, members: firstMembers(text, isList ? -1 : 0) };
}

function firstMembers(text: string, before: number): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = before;
  for (const { text: token, end } of jsonTokens(text)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && /^\s*:/.test(text.slice(end, end + 20))) names.add(token.slice(1, -1));
    if (depth === 0 && token === '}') break;
  }
  return names;
}

/** An object as a list with one element. */
export async function* inList(file: ImportFile): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  yield encoder.encode('[');
  for await (const chunk of file.open()) {
    const hasMark = isFirst && chunk[0] === 0xef;
    isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
  yield encoder.encode(']');
}
