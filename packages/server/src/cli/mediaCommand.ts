import type { Command } from 'commander';
import { mediaKeyOf } from '../node/addresses.ts';
import { originalsOf } from '../node/originalsOf.ts';
import { withStore } from '../store/openStore.ts';
import { type Collected, collectGarbage, SharedPlace } from '../transfer/mediaFiles/collectGarbage.ts';
import { exitOnSignals } from './exitOnSignals.ts';
import { Failure } from './Failure.ts';
import { addMedia } from './media/addMedia.ts';
import { takedownMedia } from './media/takedownMedia.ts';
import { addExamples, addSettings, configOf, contentSettings, isOn, storeSettings } from './options.ts';
import { megabytes, print, printJson } from './output.ts';

/** Adds `media` and its commands. */
export function addMediaCommand(program: Command): void {
  const media = program.command('media').description('manage pictures, videos and asset packages');
  addExamples(media, 'newsstand media add cover.jpg --project acme --space web');
  addKeyCommand(media);
  addTakedownCommand(media);
  addCollectCommand(media);
  const command = media
    .command('add')
    .description('add files: all of them, or none if one is not valid')
    .argument(
      '<file...>',
      'pictures (JPEG, PNG, GIF, WebP, AVIF, SVG), videos (MP4, MOV, WebM), folders with HLS, asset packages (folder or zip)',
    )
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--space <id>', 'the space in it')
    .option('--id <id>', 'the media ID, for one file (default: derived from the file name)')
    .option('--alias <alias>', 'another name for it, for one file')
    .option('--name <name>', 'its display name, for one file (default: the file name)')
    .option('--operations <json>', 'operations for the picture, as a JSON array')
    .option('--thumbnail-operations <json>', 'operations for the thumbnail, as a JSON array')
    .option('--json', 'print the records as they are delivered');
  addExamples(
    command,
    'newsstand media add cover.jpg --project acme --space web --id cover',
    `newsstand media add photos/*.jpg --project acme --space web --operations '[{"type":"size","width":800,"height":450}]'`,
    'newsstand media add clip.mp4 --project acme --space web --name "The opening"',
    'newsstand media add banner.zip --project acme --space web',
  );
  addSettings(command, [...contentSettings, 'host', 'port', 'publicUrl', 'mediaUrl', 'mediaKey']).action(() =>
    addMedia(command),
  );
}

function addTakedownCommand(media: Command): void {
  const command = media
    .command('takedown')
    .description(
      'remove media at once and for good: records, past versions, files, and what was generated from them',
    )
    .argument(
      '<what...>',
      'the URL of a file, its hash, or, with --project and --space, the ID or alias of a media',
    )
    .option('--project <id>', 'the project')
    .option('--space <id>', 'the space in it')
    .option('--everywhere', 'also take down other media that have the same files')
    .option('--json', 'print what was taken down');
  addExamples(
    command,
    'newsstand media takedown cover --project acme --space web',
    'newsstand media takedown https://content.example.com/media/originals/3f…c1.jpg --everywhere',
  );
  addSettings(command, contentSettings).action(() => takedownMedia(command));
}

function addCollectCommand(media: Command): void {
  const command = media
    .command('collect')
    .description('remove files that no record has referred to for a while; the service does this once a day')
    .option('--dry-run', 'change nothing, and report what would be removed')
    .option('--json', 'print the report as JSON');
  addExamples(command, 'newsstand media collect --dry-run');
  addSettings(command, [...contentSettings, 'mediaGrace']).action(() => collectMedia(command));
}

function addKeyCommand(media: Command): void {
  const command = media.command('key').description('print the key that picture URLs are signed with');
  addExamples(command, 'newsstand media key > media.key');
  addSettings(command, [...storeSettings, 'mediaKey']).action(async () => {
    const config = configOf(command);
    const ownKey = () => withStore(config.databaseUrl, (store) => mediaKeyOf(config, store));
    await print(`${config.mediaKey ?? (await ownKey())}\n`);
  });
}

/** `media collect`: what the service does once a day. */
async function collectMedia(command: Command): Promise<void> {
  const config = configOf(command);
  const { mediaGrace: grace } = config;
  if (grace === undefined) throw new Failure('files are kept forever: NEWSSTAND_MEDIA_GRACE is off', 2);
  exitOnSignals();
  const isDryRun = isOn(command, 'dryRun');
  const originals = originalsOf(config);
  const collected = await withStore(
    config.databaseUrl,
    (store) => collectGarbage({ store, originals, grace, isDryRun }),
    config,
  ).catch((error: unknown) => {
    throw error instanceof SharedPlace ? new Failure(error.message) : error;
  });
  await (isOn(command, 'json') ? printJson(collected) : print(reportText(collected, isDryRun)));
}

function reportText({ named, kept, keptBytes, removed, removedBytes }: Collected, isDryRun: boolean): string {
  return [
    `${named} files are used by records`,
    `${kept} are not, and are kept until their grace period ends (${megabytes(keptBytes)})`,
    `${removed} ${isDryRun ? 'would be' : 'were'} removed (${megabytes(removedBytes)})`,
    '',
  ].join('\n');
}
