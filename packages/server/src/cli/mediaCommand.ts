import type { Command } from 'commander';
import { addMedia } from './media/addMedia.ts';
import { addExamples, addSettings, configOf, contentSettings, storeSettings } from './options.ts';
import { print } from './output.ts';
import { mediaKeyOf } from './serve/publicUrlOf.ts';
import { withStore } from './withStore.ts';

/** Adds `media` and its commands. */
export function addMediaCommand(program: Command): void {
  const media = program
    .command('media')
    .description('put pictures, videos and asset packages on the shelves');
  addExamples(media, 'newsstand media add cover.jpg --project acme --space web');
  addKeyCommand(media);
  const command = media
    .command('add')
    .description('add files: all of them, or, where one is not right, none')
    .argument(
      '<file...>',
      'pictures (JPEG, PNG, GIF, WebP, AVIF, SVG), videos (MP4, MOV, WebM), folders with HLS, asset packages (folder or zip)',
    )
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--space <id>', 'the space in it')
    .option('--id <id>', 'the media ID, for one file (default: made from the name of the file)')
    .option('--alias <alias>', 'another name for it, for one file')
    .option('--name <name>', 'what people call it, for one file (default: the name of the file)')
    .option('--operations <json>', 'what is done to the picture, as a JSON array of operations')
    .option('--thumbnail-operations <json>', 'what is done to the thumbnail')
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

function addKeyCommand(media: Command): void {
  const command = media.command('key').description('print the key that picture URLs are signed with');
  addExamples(command, 'newsstand media key > media.key');
  addSettings(command, [...storeSettings, 'mediaKey']).action(async () => {
    const config = configOf(command);
    const ownKey = () => withStore(config.databaseUrl, (store) => mediaKeyOf(config, store));
    await print(`${config.mediaKey ?? (await ownKey())}\n`);
  });
}
