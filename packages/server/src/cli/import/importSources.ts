import { dirname } from 'node:path';
import type { ImportSource } from '../../transfer/ImportOptions.ts';
import type { Conversion, Convert } from '../../transfer/importers/Conversion.ts';
import { convertContentful } from '../../transfer/importers/contentful/convertContentful.ts';
import { convertForeign } from '../../transfer/importers/convertForeign.ts';
import { convertFeed } from '../../transfer/importers/feed/convertFeed.ts';
import { convertGhost } from '../../transfer/importers/ghost/convertGhost.ts';
import type { ContentKind } from '../../transfer/importers/recognise.ts';
import { convertWordPress } from '../../transfer/importers/wordpress/convertWordPress.ts';
import { readLines } from '../../transfer/readLines.ts';
import type { ImportChoices } from './importChoices.ts';
import { type Gathered, markdownSources } from './markdownSources.ts';
import type { Input } from './openInputs.ts';

const converts: Readonly<Record<Exclude<ContentKind, 'ndjson' | 'markdown'>, Convert>> = {
  wordpress: convertWordPress,
  contentful: convertContentful,
  ghost: convertGhost,
  feed: convertFeed,
};

/** Makes sources of all inputs. `conversion` is there where content of other systems is. */
export async function importSources(
  inputs: readonly Input[],
  choices: ImportChoices,
  conversion: Conversion | undefined,
): Promise<Gathered> {
  const markdown = conversion && (await markdownSources(inputs, choices, conversion));
  const sources = inputs.flatMap((input): readonly ImportSource[] => {
    if (conversion === undefined || input.kind === 'ndjson') return [ownSource(input)];
    if (input.kind === 'markdown') return markdown?.get(input)?.sources ?? [];
    const placed = withFolder(input, conversion);
    const batches = convertForeign(converts[input.kind], input, placed);
    return [{ name: input.name, folder: placed.folder, batches }];
  });
  const sizes = inputs.map((input) => markdown?.get(input)?.bytes ?? input.bytes);
  return { sources, bytes: sizes.includes(0) ? 0 : sizes.reduce((sum, size) => sum + size, 0) };
}

/** Files may lie beside an export as they lay on the site; by its last name alone a file there would be any. */
function withFolder({ path }: Input, conversion: Conversion): Conversion {
  if (conversion.folder !== undefined || path === undefined) return conversion;
  return { ...conversion, folder: dirname(path), sharedNames: 2 };
}

function ownSource({ name, path, open }: Input): ImportSource {
  return { name, folder: path === undefined ? undefined : dirname(path), batches: readLines(open()) };
}
