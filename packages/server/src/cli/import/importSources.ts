import { dirname } from 'node:path';
import type { ImportContext } from '../../transfer/importers/Importer.ts';
import { importers } from '../../transfer/importers/importers.ts';
import { runImporter } from '../../transfer/importers/runImporter.ts';
import type { ImportSource } from '../../transfer/ndjson/ImportOptions.ts';
import { readLines } from '../../transfer/ndjson/readLines.ts';
import type { ImportChoices } from './importChoices.ts';
import { type Gathered, markdownSources } from './markdownSources.ts';
import type { Input } from './openInputs.ts';

/** Turns all inputs into sources. `context` is set where some of them come from other systems. */
export async function importSources(
  inputs: readonly Input[],
  choices: ImportChoices,
  context: ImportContext | undefined,
): Promise<Gathered> {
  const markdown = context && (await markdownSources(inputs, choices, context));
  const sources = inputs.flatMap((input): readonly ImportSource[] => {
    if (context === undefined || input.format === 'ndjson') return [ownSource(input)];
    if (input.format === 'markdown') return markdown?.get(input)?.sources ?? [];
    const placed = withFolder(input, context);
    const batches = runImporter(importers[input.format].convert, input, placed);
    return [{ name: input.name, folder: placed.folder, batches }];
  });
  const sizes = inputs.map((input) => markdown?.get(input)?.bytes ?? input.bytes);
  return { sources, bytes: sizes.includes(0) ? 0 : sizes.reduce((sum, size) => sum + size, 0) };
}

/** Media may lie beside an export in the folders of the site; a file name alone could match anything there. */
function withFolder({ path }: Input, context: ImportContext): ImportContext {
  if (context.folder !== undefined || path === undefined) return context;
  return { ...context, folder: dirname(path), sharedNames: 2 };
}

function ownSource({ name, path, open }: Input): ImportSource {
  return { name, folder: path === undefined ? undefined : dirname(path), batches: readLines(open()) };
}
