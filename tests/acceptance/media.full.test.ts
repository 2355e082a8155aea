import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing } from '../../packages/server/src/media/testing/realFiles.ts';
import { createStore } from '../inStoreFolder.ts';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { startS3 } from '../startS3.ts';
import { addGallery } from './gallery.ts';
import { mediaKey, sharedService } from './openService.ts';

for (const where of ['a folder', 'S3']) {
  test(`two workers render and cache the same pictures (from ${where})`, async () => {
    await using s3 = await startS3();
    const inS3 = { ...s3.env, NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/two` };
    const options = { args: ['--workers', '2'], env: where === 'S3' ? inS3 : {} };
    const { signed, image, get } = await addGallery(await sharedService([], undefined, options));
    for (let width = 20; width < 32; width++) {
      const url = signed(`${width}x20/${image('photo')}`);
      const answers = await Promise.all(Array.from({ length: 6 }, () => get(url, { connection: 'close' })));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const bodies = await Promise.all(answers.map(async (answer) => Bun.hash(await answer.bytes())));
      expect(new Set(bodies).size).toBe(1);
    }
  });
}

test('rendered pictures survive a restart', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = {
      NEWSSTAND_DATA: join(folder, 'data'),
      NEWSSTAND_MEDIA_KEY: mediaKey,
      NEWSSTAND_LOG_LEVEL: 'error',
    };
    await createStore(env.NEWSSTAND_DATA);
    writeFileSync(join(folder, 'photo.jpg'), await drawing(120, 80, 1).jpeg().toBuffer());
    const args = ['media', 'add', join(folder, 'photo.jpg'), '--project', 'p', '--space', 's', '--json'];
    const [{ accessUrl = '', originalUrl = '' }] = JSON.parse((await outcomeHere(args, env)).stdout);
    const first = await startNewsstand([], env);
    const path = new URL(accessUrl).pathname;
    const bytes = await (await fetch(first.url + path)).bytes();
    await first.end();
    // The original is gone, so it can't be rendered again.
    const name = new URL(originalUrl).pathname.split('/').at(-1) ?? '';
    writeFileSync(join(folder, 'data', 'originals', name.slice(0, 2), name), 'no picture');
    const second = await startNewsstand([], env);
    expect(await (await fetch(second.url + path)).bytes()).toEqual(bytes);
    await second.end();
  });
});
