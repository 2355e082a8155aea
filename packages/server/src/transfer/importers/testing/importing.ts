import type { TextLine } from '../../ndjson/readLines.ts';
import type { Convert, ImportContext, ImportFile } from '../Importer.ts';
import { ImportSummary } from '../ImportSummary.ts';
import { runImporter } from '../runImporter.ts';

/** A text, or a value as JSON, as a file in small chunks. */
export function jsonFile(content: unknown, chunkBytes = 1000): ImportFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  const bytes = new TextEncoder().encode(text);
  return {
    name: 'export.json',
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

/** The default import context of tests. */
export function context(choices: Partial<ImportContext> = {}): ImportContext {
  return {
    target: { projectId: 'acme', spaceId: 'web', instanceId: 'press' },
    timeZone: 'Asia/Tokyo',
    now: Date.UTC(2025, 0, 1),
    folder: undefined,
    siteUrl: undefined,
    withPages: false,
    summary: new ImportSummary(),
    ...choices,
  };
}

type Read = { readonly [member: string]: unknown };

/** What a file becomes: its records by kind, its faults as `line: message`, and the summary. */
export async function converted(convert: Convert, file: ImportFile, choices: Partial<ImportContext> = {}) {
  const how = context(choices);
  const lines: TextLine[] = [];
  for await (const batch of runImporter(convert, file, how)) lines.push(...batch.lines);
  const records = lines.flatMap((line): Read[] => ('text' in line ? [JSON.parse(line.text)] : []));
  return {
    lines,
    of: (kind: string) => records.filter((record) => record['kind'] === kind),
    faults: lines.flatMap((line) => ('fault' in line ? `${line.number}: ${line.fault}` : [])),
    report: how.summary.report(),
  };
}
