import type { ImportFormat } from '../../transfer/importers/detectFormat.ts';
import type { ImportContext } from '../../transfer/importers/Importer.ts';
import { ImportSummary } from '../../transfer/importers/ImportSummary.ts';
import { importers } from '../../transfer/importers/importers.ts';
import { Failure } from '../Failure.ts';
import type { ImportChoices } from './importChoices.ts';
import type { Input } from './openInputs.ts';

/** How content of other systems is imported; undefined where there is none. */
export function importContext(
  inputs: readonly Input[],
  choices: ImportChoices,
  now: number,
): ImportContext | undefined {
  const foreign = inputs.find(({ format }) => format !== 'ndjson');
  if (foreign === undefined) return undefined;
  const { project, space, instance, media, timeZone, siteUrl, withPages } = choices;
  if (project === undefined || space === undefined || instance === undefined)
    throw placeMissing(foreign, inputs, choices);
  const target = { projectId: project, spaceId: space, instanceId: instance };
  return { target, timeZone, now, folder: media, siteUrl, withPages, summary: new ImportSummary() };
}

function titleOf(format: ImportFormat): string {
  if (format === 'ndjson') return 'NDJSON';
  return format === 'markdown' ? 'Markdown' : importers[format].title;
}

/** Names what is missing, and shows the whole command. */
function placeMissing(foreign: Input, inputs: readonly Input[], choices: ImportChoices): Failure {
  const { project, space, instance } = choices;
  const place = { '--project': project, '--space': space, '--instance': instance };
  const missing = Object.entries(place).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  const words = [
    ...['newsstand', 'import', ...inputs.map(({ path }) => path ?? '-')],
    ...(choices.from === undefined ? [] : ['--from', choices.from]),
    ...['--project', project ?? 'acme', '--space', space ?? 'web', '--instance', instance ?? 'press'],
  ];
  const verb = missing.length === 1 ? 'is' : 'are';
  return new Failure(
    `${foreign.name} is ${titleOf(foreign.format)}: ${listed(missing)} ${verb} needed to say where it goes:\n  ${words.map(quoted).join(' ')}`,
    2,
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
