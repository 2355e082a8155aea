import type { Line } from '../../readLines.ts';
import { Account } from '../Account.ts';
import type { Conversion, Convert, ForeignFile } from '../Conversion.ts';
import { convertForeign } from '../convertForeign.ts';

/** A text, or a value as JSON, as a file that comes in small chunks. */
export function jsonFile(content: unknown, chunkBytes = 1000): ForeignFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  const bytes = new TextEncoder().encode(text);
  return {
    name: 'export.json',
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

/** How a test converts, if it says nothing else. */
export function conversion(choices: Partial<Conversion> = {}): Conversion {
  return {
    target: { projectId: 'acme', spaceId: 'web', instanceId: 'press' },
    timeZone: 'Asia/Tokyo',
    now: Date.UTC(2025, 0, 1),
    folder: undefined,
    siteUrl: undefined,
    withPages: false,
    account: new Account(),
    ...choices,
  };
}

type Read = { readonly [member: string]: unknown };

/** What a file becomes: its records by their kind, its faults as `line: message`, and the account of it. */
export async function converted(convert: Convert, file: ForeignFile, choices: Partial<Conversion> = {}) {
  const how = conversion(choices);
  const lines: Line[] = [];
  for await (const batch of convertForeign(convert, file, how)) lines.push(...batch.lines);
  const records = lines.flatMap((line): Read[] => ('text' in line ? [JSON.parse(line.text)] : []));
  return {
    lines,
    of: (kind: string) => records.filter((record) => record['kind'] === kind),
    faults: lines.flatMap((line) => ('fault' in line ? `${line.number}: ${line.fault}` : [])),
    report: how.account.report(),
  };
}
