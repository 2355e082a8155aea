import { expect, test } from 'bun:test';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSample, sampleFile } from '../docs/media/makeSample.ts';
import { filterSamples, plainSamples, type Sample, samples, shapeSamples } from '../docs/media/samples.ts';
import { difference, pixelsOf } from '../packages/server/src/media/picture/testing/drawn.ts';
import { makeVideo } from '../packages/server/src/media/video/testing/ffmpeg.ts';
import { clip, drawAnimation } from './browser/sampleMedia.ts';
import { inTemporaryFolder, startNewsstand } from './newsstandProcess.ts';
import { lacks } from './testing/lacks.ts';

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

test.each(samples)('picture $name', async (sample) => {
  const made = await pixelsOf((await sampleOf(sample)).bytes);
  const kept = await pixelsOf(await Bun.file(join(docs, 'media', sampleFile(sample))).bytes());
  expect([kept.width, kept.height]).toEqual([made.width, made.height]);
  expect(difference(kept, made).psnr).toBeGreaterThan(40);
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
  return needed.filter((tool) => tool !== '' && lacks(tool, 'examples of docs/media.md'));
}

// Each is a process of its own, and one makes a video.
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
        if (missingFor(language, code).length > 0) continue;
        const output = await run(language, code.replaceAll('http://127.0.0.1:4000', service.url), folder);
        for (const [url] of output.matchAll(/^http\S+300x200\S+$/gm)) urls.add(url);
      }
      expect(urls.size).toBe(1);
      const answer = await fetch([...urls][0] ?? '');
      const { width, height } = await pixelsOf(await answer.bytes());
      expect([answer.status, width, height]).toEqual([200, 300, 200]);
    } finally {
      await service.end();
    }
  });
}, 180_000);

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
