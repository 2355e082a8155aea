import { isObject } from '@newsstand/contract';
import { paceGarbageCollection } from '../../../ndjson/paceGarbageCollection.ts';
import { readLines } from '../../../ndjson/readLines.ts';
import { isDeeperThan, maxDepth } from './depth.ts';

/** An object on a line of its own. */
export type JsonLine = { readonly line: number; readonly value: Readonly<Record<string, unknown>> };

/** What is wrong with a line. */
export type LineFault = { readonly number: number; readonly fault: string };

/** The lines that ended in a chunk. */
type JsonLines = {
  readonly bytes: number;
  readonly values: readonly JsonLine[];
  readonly faults: readonly LineFault[];
};

/** Reads objects, one on each line. A line that is not valid does not affect the others. */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLines> {
  const collect = paceGarbageCollection();
  for await (const { bytes, lines } of readLines(chunks)) {
    const values: JsonLine[] = [];
    const faults: LineFault[] = [];
    for (const line of lines) {
      const read = 'fault' in line ? line.fault : parse(line.text);
      if (typeof read === 'string') faults.push({ number: line.number, fault: read });
      else values.push({ line: line.number, value: read });
    }
    yield { bytes, values, faults };
    collect(bytes);
  }
}

/** The object in a text, or what is wrong with it. */
function parse(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return 'must be a JSON object';
    return isDeeperThan(maxDepth, value) ? `is nested more than ${maxDepth} deep` : value;
  } catch {
    return 'is not valid JSON';
  }
}
