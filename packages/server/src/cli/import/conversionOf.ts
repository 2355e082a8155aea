import { Account } from '../../transfer/importers/Account.ts';
import type { Conversion } from '../../transfer/importers/Conversion.ts';
import type { ContentKind } from '../../transfer/importers/recognise.ts';
import { Failure } from '../Failure.ts';
import type { ImportChoices } from './importChoices.ts';
import type { Input } from './openInputs.ts';

/** How the content of other systems is read; undefined where there is none. */
export function conversionOf(
  inputs: readonly Input[],
  choices: ImportChoices,
  now: number,
): Conversion | undefined {
  const foreign = inputs.find(({ kind }) => kind !== 'ndjson');
  if (foreign === undefined) return undefined;
  const { project, space, instance, media, timeZone, siteUrl, withPages } = choices;
  if (project === undefined || space === undefined || instance === undefined)
    throw placeMissing(foreign, inputs, choices);
  const target = { projectId: project, spaceId: space, instanceId: instance };
  return { target, timeZone, now, folder: media, siteUrl, withPages, account: new Account() };
}

const titles: Readonly<Record<ContentKind, string>> = {
  ndjson: 'NDJSON',
  wordpress: 'an export of WordPress',
  contentful: 'an export of Contentful',
  ghost: 'an export of Ghost',
  feed: 'a feed',
  markdown: 'Markdown',
};

/** Says what is missing, and how the whole line is typed. */
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
    `${foreign.name} is ${titles[foreign.kind]}: ${listed(missing)} ${verb} needed to say where it goes:\n  ${words.map(quoted).join(' ')}`,
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
