import { describe, expect, test } from 'bun:test';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaOperation } from '@newsstand/contract';
import { makeSample, sampleFile } from '../docs/media/makeSample.ts';
import { mediaPage } from '../docs/media/mediaPage.ts';
import { filterSamples, plainSamples, type Sample, samples, shapeSamples } from '../docs/media/samples.ts';
import { PicturePathError } from '../packages/server/src/media/FileError.ts';
import { difference, pixelsOf } from '../packages/server/src/media/picture/testing/drawn.ts';
import { parsePicturePath } from '../packages/server/src/media/picture/url/picturePath.ts';
import { makeVideo } from '../packages/server/src/media/video/testing/ffmpeg.ts';
import { clip, drawAnimation } from './browser/sampleMedia.ts';
import { inTemporaryFolder, startNewsstand } from './newsstandProcess.ts';

const docs = join(import.meta.dir, '../docs');
const made = new Map<string, ReturnType<typeof makeSample>>();

/** Renders each sample once for all tests. */
function sampleOf(sample: Sample): ReturnType<typeof makeSample> {
  const key = sampleFile(sample);
  const picture = made.get(key) ?? makeSample(sample);
  made.set(key, picture);
  return picture;
}

const readPage = () => Bun.file(join(docs, 'media.md')).text();

describe('docs/media.md is up to date (npm run docs:media)', () => {
  test('the page, character by character', async () => {
    expect(await readPage()).toBe(await mediaPage());
  });

  // Encoders differ a little between machines.
  test.each(samples)('picture $name', async (sample) => {
    const made = await pixelsOf((await sampleOf(sample)).bytes);
    const kept = await pixelsOf(await Bun.file(join(docs, 'media', sampleFile(sample))).bytes());
    expect([kept.width, kept.height]).toEqual([made.width, made.height]);
    expect(difference(kept, made).psnr).toBeGreaterThan(40);
  });

  test('there are no other pictures, and all are small', async () => {
    const files = (await readdir(join(docs, 'media'))).filter((name) => !/\.(ts|md)$/.test(name));
    expect(files.sort()).toEqual(samples.map(sampleFile).sort());
    const bytes = files.reduce((sum, name) => sum + Bun.file(join(docs, 'media', name)).size, 0);
    expect(bytes).toBeLessThan(600_000);
  });
});

describe('docs/media.md is correct', () => {
  test('all operations and filters are described, in the order of the contract', () => {
    const members = mediaOperation.options.flatMap(({ shape }) =>
      shape.type.value === 'filters' ? Object.keys(shape).filter((name) => name !== 'type') : [],
    );
    expect(Object.keys(filterSamples)).toEqual(members);
    const types = mediaOperation.options.map(({ shape }) => shape.type.value);
    expect([...Object.keys(shapeSamples), 'filters'].sort()).toEqual([...types].sort());
  });

  test('each sample shows a difference', async () => {
    const shapes = Object.values(shapeSamples).flat();
    for (const sample of [...shapes, ...Object.values(filterSamples).flat()]) {
      const made = await pixelsOf((await sampleOf(sample)).bytes);
      const plain = plainSamples.find(({ source }) => source === sample.source) ?? sample;
      const before = await pixelsOf((await sampleOf({ ...plain, format: sample.format })).bytes);
      const isReshaped = made.width !== before.width || made.height !== before.height;
      expect([sample.name, isReshaped || difference(made, before).psnr < 30]).toEqual([sample.name, true]);
    }
  });

  test('limits and URL formats', () => {
    const times = (count: number, what: string, mark: string) => Array(count).fill(what).join(mark);
    const right = [
      '10000x10000',
      '-240x160',
      '240x-160',
      'adaptive-full-fit-in/origxorig',
      'trim:top-left:510',
      'filters:blur(150,0.5)',
      'filters:format(avif)',
      `filters:${times(30, 'blur(1)', ':')}`,
      `filters:convolution(${times(225, '1', ';')},15)`,
    ];
    const wrong = [
      '10001x1',
      '1x1/fit-in',
      'trim:top-left:511',
      'filters:rotate(45)',
      'filters:watermark(x)',
      `filters:${times(31, 'blur(1)', ':')}`,
      `filters:convolution(${times(255, '1', ';')},17)`,
    ];
    for (const path of right) expect(parsePicturePath(`${path}/image`).image).toBe('image');
    for (const path of wrong) expect(() => parsePicturePath(`${path}/image`)).toThrow(PicturePathError);
  });

  test('no link is broken', async () => {
    for (const [, path = '', anchor = ''] of (await readPage()).matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)) {
      const target = Bun.file(join(docs, path === '' ? 'media.md' : path));
      expect([path, await target.exists()]).toEqual([path, true]);
      if (anchor !== '') expect(headings(await target.text())).toContain(anchor);
    }
  });
});

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The command that runs an example, by its language. */
const runners: Readonly<Record<string, (code: string) => string[]>> = {
  sh: (code) => ['bash', '-euo', 'pipefail', '-c', code],
  ts: (code) => [process.execPath, '-e', code],
  python: (code) => ['python3', '-c', code],
};

/** The tools that an example needs and that are not installed. */
function missingFor(language: string, code: string): string[] {
  const needed = [
    language === 'python' ? 'python3' : '',
    language === 'sh' ? 'bash' : '',
    code.includes('openssl') ? 'openssl' : '',
    code.includes('clip.mp4') ? 'ffmpeg' : '',
  ];
  return needed.filter((tool) => tool !== '' && Bun.which(tool) === null);
}

test('the examples in docs/media.md work, and all that sign produce the same URL', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    await prepare(folder);
    const service = await startNewsstand([], env);
    try {
      const urls = new Set<string>();
      for (const [, language = '', code = ''] of (await readPage()).matchAll(
        /^```(sh|ts|python)\n(.*?)^```$/gms,
      )) {
        const missing = missingFor(language, code);
        if (missing.length > 0)
          console.warn(`skipped: an example of docs/media.md needs ${missing.join(', ')}`);
        else {
          const output = await run(language, code.replaceAll('http://127.0.0.1:4000', service.url), folder);
          for (const [url] of output.matchAll(/^http\S+300x200\S+$/gm)) urls.add(url);
        }
      }
      expect(urls.size).toBe(1);
      const answer = await fetch([...urls][0] ?? '');
      const { width, height } = await pixelsOf(await answer.bytes());
      expect([answer.status, width, height]).toEqual([200, 300, 200]);
    } finally {
      await service.end();
    }
  });
});

/** Creates the files that the examples use. */
async function prepare(folder: string): Promise<void> {
  await symlink(join(import.meta.dir, '../bin'), join(folder, 'bin'));
  const [cover] = plainSamples;
  if (cover !== undefined) await Bun.write(join(folder, 'cover.jpg'), (await makeSample(cover)).bytes);
  await drawAnimation(join(folder, 'banner'));
  if (Bun.which('ffmpeg') !== null) await makeVideo(join(folder, 'clip.mp4'), clip(1));
}

async function run(language: string, code: string, folder: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', NEWSSTAND_DATA: join(folder, 'data') };
  const command = runners[language]?.(code) ?? [];
  const child = Bun.spawn(command, { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' });
  const [output, fault, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ code, status, fault: status === 0 ? '' : fault }).toEqual({ code, status: 0, fault: '' });
  return output;
}
