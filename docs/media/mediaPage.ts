import { join } from 'node:path';
import { errors, type MediaOperation } from '@newsstand/contract';
import { settings } from '../../packages/server/src/config/readConfig.ts';
import { deliveredMedia } from '../../packages/server/src/media/deliveredMedia.ts';
import { pictureLimits } from '../../packages/server/src/media/picture/libvips.ts';
import { picturePath } from '../../packages/server/src/media/picture/url/picturePath.ts';
import { sampleFile } from './makeSample.ts';
import { errorMeanings, filterMeanings, settingMeanings, shapeMeanings } from './meanings.ts';
import { filterSamples, plainSamples, type Sample, shapeSamples } from './samples.ts';

const mediaUrl = 'https://content.example.com/media';

const note = '<!-- Generated from docs/media/page.md by `npm run docs:media`: edit that file instead. -->';

/** The text of docs/media.md: `page.md` with its placeholders filled from the code. */
export async function mediaPage(): Promise<string> {
  const parts: Readonly<Record<string, string>> = {
    mediaUrl,
    record: sampleRecord(),
    sources: sourceTable(),
    shapes: shapeSections(),
    filters: filterTable(),
    settings: settingTable(),
    limits: limitRows(),
    errors: errorTable(),
  };
  const template = await Bun.file(join(import.meta.dir, 'page.md')).text();
  const text = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`page.md: {{${name}}} is unknown`);
    return part;
  });
  return `${note}\n\n${text}`;
}

function sampleRecord(): string {
  const record = deliveredMedia(
    {
      name: 'Cover',
      type: 'image',
      mediaId: 'm1',
      projectId: 'acme',
      spaceId: 'web',
      meta: { ext: 'jpg', mimetype: 'image/jpeg' },
      fileSize: 284_113,
      operations: [{ type: 'size', width: 800, height: 450 }, { type: 'smart' }],
      original: { sha256: Bun.SHA256.hash('a picture', 'hex'), ext: 'jpg' },
      about: { width: 2400, height: 1600 },
    },
    { url: mediaUrl, key: 'a key for samples' },
  );
  return JSON.stringify(record, null, 2);
}

function sourceTable(): string {
  const cells = plainSamples.map((sample) => `${image(sample)}<br>${sample.name}`);
  return ['| | | |', '|---|---|---|', row(cells.slice(0, 3)), row([...cells.slice(3), ''])].join('\n');
}

function shapeSections(): string {
  const sections = Object.entries(shapeSamples).map(([type, made]) => {
    const rows = made.map((sample) => row([image(sample), formsOf(sample)]));
    return [`### ${type}`, '', meaningOf(shapeMeanings, type), '', '| | |', '|---|---|', ...rows].join('\n');
  });
  return sections.join('\n\n');
}

function filterTable(): string {
  const rows = Object.entries(filterSamples).flatMap(([member, made]) =>
    made.map((sample, index) => {
      const meaning = index === 0 ? `**${member}**: ${meaningOf(filterMeanings, member)}<br>` : '';
      return row([image(sample), `${meaning}${formsOf(sample)}`]);
    }),
  );
  return ['| | |', '|---|---|', ...rows].join('\n');
}

function meaningOf(meanings: Readonly<Record<string, string>>, name: string): string {
  return meanings[name] ?? '';
}

function image(sample: Sample): string {
  return `![${sample.name}](media/${sampleFile(sample)})`;
}

/** The operations of a sample as JSON and as in a URL, and its source. */
function formsOf({ source, operations }: Sample): string {
  const path = picturePath(operations, 'image').replace(/\/image$/, '');
  return `\`${spaced(operations)}\`<br>\`${path}\`${source === 'scene' ? '' : `<br>of *${source}*`}`;
}

function spaced(operations: readonly MediaOperation[]): string {
  const members = (operation: MediaOperation) =>
    Object.entries(operation).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `[${operations.map((operation) => `{${members(operation).join(', ')}}`).join(', ')}]`;
}

function settingTable(): string {
  const rows = Object.entries(settings).flatMap(([name, { env, flag }]) => {
    const known = Object.entries(settingMeanings).find(([each]) => each === name)?.[1];
    return known === undefined ? [] : [row([`\`${env}\``, `\`${flag}\``, ...known])];
  });
  return ['| environment | option | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(errors).flatMap(([code, { status }]) => {
    const meaning = meaningOf(errorMeanings, code);
    return meaning === '' ? [] : [row([`\`${code}\``, `${status}`, meaning])];
  });
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}

function limitRows(): string {
  const { bytes, inputPixels, outputPixels, side, frames } = pictureLimits;
  const millions = (count: number) => `${count / 1e6}`;
  const rows = [
    ['a source picture', `${millions(bytes)} MB, ${millions(inputPixels)} million pixels`],
    [
      'a rendered picture',
      `${side} pixels on a side, ${millions(outputPixels)} million pixels; of an animation with more than ${frames} frames, only the first is sent`,
    ],
    ['operations', '30 filters, 15 × 15 numbers in a convolution, 7,000 characters as a path'],
    ['rendering a picture', '30 seconds; up to 256 requests are queued, for at most 50 seconds'],
    ['a video', '33 million pixels in a frame; ready-made HLS 10,000 files and 64 GB'],
    ['an asset package', '2,000 files, 64 MB each, 512 MB together'],
  ];
  return rows.map(row).join('\n');
}

/** A table row; a bar within a cell is escaped. */
function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
