import { stat } from 'node:fs/promises';
import { nearest } from '@newsstand/contract';
import type { Command } from 'commander';
import { type ImportFormat, importFormats } from '../../transfer/importers/detectFormat.ts';
import {
  type FieldRole,
  fieldRoles,
  type ImportContext,
  type Target,
} from '../../transfer/importers/Importer.ts';
import { type ImportSummary, shortcodeFates } from '../../transfer/importers/ImportSummary.ts';
import { importers } from '../../transfer/importers/importers.ts';
import { undatedOption } from '../../transfer/importers/markdown/convertMarkdown.ts';
import { parentOption } from '../../transfer/importers/markdown/readFileName.ts';
import type { ShortcodeFates } from '../../transfer/importers/shared/html/shortcodeMarks.ts';
import { knownEncoding } from '../../transfer/importers/shared/text/encodings.ts';
import { webAddress } from '../../transfer/importers/shared/text/urls.ts';
import { Failure } from '../Failure.ts';
import { isOn, repeated, textOption, textsOption } from '../options.ts';
import { checkId } from '../parseGrant.ts';

/** What the options of an import say about content of other systems. */
export type ImportChoices = {
  readonly from: ImportFormat | undefined;
  readonly project: string | undefined;
  readonly space: string | undefined;
  readonly instance: string | undefined;
  readonly media: string | undefined;
  /** Whether media without a local file are fetched from their URLs. */
  readonly fetchesMedia: boolean;
  readonly timeZone: string;
  /** The encoding of the files, whatever they say. */
  readonly encoding: string | undefined;
  readonly siteUrl: string | undefined;
  readonly withPages: boolean;
  readonly publishesUndated: boolean;
  readonly types: readonly string[];
  readonly fields: ReadonlyMap<FieldRole, string>;
  /** Who signs in where content is downloaded. */
  readonly user: string | undefined;
  /** The file with the password or key. */
  readonly secretFile: string | undefined;
  /** Whether to ignore the names of parent folders when detecting drafts. */
  readonly ignoresParents: boolean;
  /** The file for the report as a page. */
  readonly report: string | undefined;
  /** Where the new site shows an article: for the links in the report, and those between articles. */
  readonly articleUrl: string | undefined;
  /** What becomes of unknown shortcodes. */
  readonly shortcodes: ShortcodeFates;
};

/** The options that only content of other systems needs. */
const importerOptions = [
  'project',
  'space',
  'instance',
  'media',
  'fetchMedia',
  'timeZone',
  'encoding',
  'siteUrl',
  'pages',
  'type',
  'field',
  'ignoreParentFolders',
  'report',
  'articleUrl',
  'shortcode',
  'publishUndated',
  'overwrite',
] as const;

/** Adds the options for content of other systems. */
export function addImporterOptions(command: Command): Command {
  return command
    .option('--from <kind>', `the format of the files, if it cannot be detected: ${importFormats.join(', ')}`)
    .option('--project <id>', 'for content of other systems: the project that it goes to')
    .option('--space <id>', 'the space that it goes to')
    .option('--instance <id>', 'the instance of news that it goes to')
    .option('--media <folder>', 'look here for the files of images and videos')
    .option('--fetch-media', 'fetch the files that are not found from their URLs, unless these are private')
    .option('--time-zone <zone>', 'the time zone of dates without one, such as Asia/Tokyo (default: UTC)')
    .option(
      '--encoding <name>',
      'the encoding of files that are not UTF-8, or declare a wrong one: shift_jis, windows-1252',
    )
    .option('--overwrite', 'replace what was changed or removed here since the last import')
    .option('--site-url <url>', 'the base of relative URLs')
    .option('--pages', 'import pages as news, too')
    .option(
      '--type <id>',
      'for Contentful, Sanity and the like: only documents of this type are news; can be repeated',
      repeated,
    )
    .option(
      '--field <role=name>',
      `for Contentful, Sanity and the like, and Markdown: the field for ${fieldRoles.join(', ')}; can be repeated`,
      repeated,
    )
    .option(
      '--shortcode <name=fate>',
      'for WordPress and Markdown: what becomes of an unknown shortcode: name=text (default), name=block or name=drop; * for all others; can be repeated',
      repeated,
    )
    .option('--report <file>', 'write a page (HTML) that shows for each article what was changed or left out')
    .option(
      '--article-url <url>',
      'where your site shows an article, for links between articles and in the report, such as https://example.com/{instance}/{alias}; {id} can be used too',
    )
    .option(
      '--user <name>',
      'for a URL of WordPress: sign in to read drafts, with an application password in WORDPRESS_PASSWORD',
    )
    .option(
      '--secret-file <file>',
      'the file with the password or key for a URL, in place of WORDPRESS_PASSWORD, MICROCMS_API_KEY or DIRECTUS_TOKEN',
    )
    .option(
      parentOption,
      'for Markdown: a folder named drafts, private or the like makes drafts only inside the given folder, not on the path to it',
    )
    .option(undatedOption, 'for Markdown: publish files without a date as of the import, not as drafts');
}

/** Reads and checks them. */
export async function importChoices(command: Command): Promise<ImportChoices> {
  const [project, space, instance] = [
    textOption(command, 'project'),
    textOption(command, 'space'),
    textOption(command, 'instance'),
  ];
  checkId('--project', project);
  checkId('--space', space);
  checkId('--instance', instance);
  return {
    ...{ project, space, instance },
    from: readKind(textOption(command, 'from')),
    timeZone: readTimeZone(textOption(command, 'timeZone') ?? 'UTC'),
    encoding: readEncoding(textOption(command, 'encoding')),
    siteUrl: readSiteUrl(textOption(command, 'siteUrl')),
    media: await readFolder(textOption(command, 'media')),
    fetchesMedia: isOn(command, 'fetchMedia'),
    withPages: isOn(command, 'pages'),
    types: textsOption(command, 'type'),
    fields: readFields(textsOption(command, 'field')),
    user: textOption(command, 'user'),
    secretFile: textOption(command, 'secretFile'),
    ignoresParents: isOn(command, 'ignoreParentFolders'),
    report: textOption(command, 'report'),
    articleUrl: readArticleUrl(textOption(command, 'articleUrl')),
    shortcodes: readShortcodes(textsOption(command, 'shortcode')),
    publishesUndated: isOn(command, 'publishUndated'),
  };
}

/** Lines of NDJSON name their place themselves: an option without effect is a mistake. */
export function refuseForeignOptions(command: Command): void {
  const given = importerOptions.find((name) => command.getOptionValue(name) !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new Failure(`${flag} is for content of other systems; NDJSON names its place itself`, 2);
}

function readKind(text: string | undefined): ImportFormat | undefined {
  const kind = importFormats.find((each) => each === text);
  if (text === undefined || kind !== undefined) return kind;
  throw new Failure(`--from must be one of ${importFormats.join(', ')}${hint(text, importFormats)}`, 2);
}

function readTimeZone(text: string): string {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return text;
  } catch {
    const near = hint(text, Intl.supportedValuesOf('timeZone'));
    const examples = 'such as UTC, Europe/Berlin, Asia/Tokyo or +09:00';
    throw new Failure(`--time-zone must be a name of the IANA time zone database, ${examples}${near}`, 2);
  }
}

function readFields(given: readonly string[]): ReadonlyMap<FieldRole, string> {
  return new Map(
    given.map((text) => {
      const [, word = '', name = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
      const role = fieldRoles.find((each) => each === word);
      if (role !== undefined) return [role, name];
      throw new Failure(
        `--field must be one of ${fieldRoles.join(', ')}, and the name of a field: --field title=headline${hint(word, fieldRoles)}`,
        2,
      );
    }),
  );
}

function readShortcodes(given: readonly string[]): ShortcodeFates {
  return new Map(
    given.map((text) => {
      const [, name = '', word = ''] = /^(\*|[\w:-]+)=(.*)$/.exec(text) ?? [];
      const fate = shortcodeFates.find((each) => each === word);
      if (fate !== undefined) return [name.toLowerCase(), fate];
      throw new Failure(
        `--shortcode must be a name, or *, and what becomes of it: form=block, form=text or form=drop${hint(word, shortcodeFates)}`,
        2,
      );
    }),
  );
}

function readArticleUrl(text: string | undefined): string | undefined {
  if (text === undefined || (/^https?:\/\/[^\s"]+\{(alias|id)\}/.test(text) && URL.canParse(text)))
    return text;
  throw new Failure(
    '--article-url must be a URL that contains {alias} or {id}, such as https://example.com/news/{alias}',
    2,
  );
}

/** Links within a site need only the path, unless an article has a host of its own. */
function articlePathOf(articleUrl: string | undefined): string | undefined {
  const path = articleUrl?.replace(/^https?:\/\/[^/?#]*/i, '') ?? '';
  return /^\/.*\{(alias|id)\}/.test(path) ? path : articleUrl;
}

function readEncoding(text: string | undefined): string | undefined {
  const known = text === undefined ? undefined : knownEncoding(text);
  if (text !== undefined && known === undefined)
    throw new Failure(
      '--encoding must be the name of an encoding, such as utf-8, shift_jis or windows-1252',
      2,
    );
  return known;
}

/** Ends with a slash: it is the base of relative URLs. */
function readSiteUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = webAddress(text, undefined);
  if (address === undefined || /[?#]/.test(address))
    throw new Failure('--site-url must be a URL such as https://example.com', 2);
  return address.endsWith('/') ? address : `${address}/`;
}

async function readFolder(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const found = await stat(name).catch(() => undefined);
  if (found?.isDirectory()) return name;
  throw new Failure(
    `--media ${name}: ${found === undefined ? 'there is no such folder' : 'is not a folder'}`,
    2,
  );
}

function hint(text: string, known: readonly string[]): string {
  const near = nearest(text, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** An input: its name for messages, the argument that names it, and its format. */
type NamedInput = { readonly name: string; readonly argument: string; readonly format: ImportFormat };

/** Whether an argument is a URL. */
export function isAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument);
}

/** Where content of other systems goes; undefined if there is none. */
export function targetOf(inputs: readonly NamedInput[], choices: ImportChoices): Target | undefined {
  const foreign = inputs.find(({ format }) => format !== 'ndjson');
  if (foreign === undefined) return undefined;
  const { project, space, instance } = choices;
  if (project === undefined || space === undefined || instance === undefined)
    throw placeMissing(foreign, inputs, choices);
  return { projectId: project, spaceId: space, instanceId: instance };
}

/** The context for content of other systems; undefined if there is none. */
export function importContext(
  inputs: readonly NamedInput[],
  choices: ImportChoices,
  now: number,
  summary: ImportSummary,
  fetched: ImportContext['fetched'],
): ImportContext | undefined {
  const target = targetOf(inputs, choices);
  if (target === undefined) return undefined;
  const { media, timeZone, encoding, siteUrl } = choices;
  const { withPages, publishesUndated, types, fields, shortcodes } = choices;
  return {
    target,
    timeZone,
    encoding,
    now,
    folder: media,
    siteUrl,
    articlePath: articlePathOf(choices.articleUrl),
    withPages,
    publishesUndated,
    types,
    fields,
    shortcodes,
    summary,
    fetched,
  };
}

function titleOf(format: ImportFormat): string {
  if (format === 'ndjson') return 'NDJSON';
  return format === 'markdown' ? 'Markdown' : importers[format].title;
}

/** Names what is missing, and shows the whole command. */
function placeMissing(foreign: NamedInput, inputs: readonly NamedInput[], choices: ImportChoices): Failure {
  const { project, space, instance } = choices;
  const place = { '--project': project, '--space': space, '--instance': instance };
  const missing = Object.entries(place).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  const words = [
    ...['newsstand', 'import', ...inputs.map(({ argument }) => argument)],
    ...(choices.from === undefined ? [] : ['--from', choices.from]),
    ...['--project', project ?? 'acme', '--space', space ?? 'web', '--instance', instance ?? 'press'],
  ];
  const verb = missing.length === 1 ? 'is' : 'are';
  return new Failure(
    `${foreign.name}${isAddress(foreign.argument) ? '' : ` is ${titleOf(foreign.format)}`}: ${listed(missing)} ${verb} needed to say where it goes:\n  ${words.map(quoted).join(' ')}`,
    2,
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A word quoted for a shell. */
function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
