import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { makeVideo } from '../../packages/server/src/media/video/testing/ffmpeg.ts';
import { hasFfmpeg } from '../browser/openGallery.ts';
import type { Person } from '../browser/personAt.ts';
import type { Room } from './openRoom.ts';

const space = '/projects/demo/spaces/web';
const delivered = z.looseObject({
  mediaId: z.string(),
  name: z.string(),
  operations: z.array(z.looseObject({ type: z.string() })).optional(),
});
const clip = {
  picture: 'testsrc2=size=320x180:rate=10:duration=2',
  sound: 'sine=duration=2',
  encoding: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
};

const result = 'document.querySelector("img[alt=\\"The picture with all operations\\"]")';

/** Files on their way in, and what becomes of pictures. */
export function describeMedia(room: () => Room): void {
  let olga: Person;
  const file = (name: string) => join(room().folder, name);
  const visit = (path: string) => olga.visit(`${room().url}/console${space}${path}`);
  const deliveredAs = async (search: string) => {
    const answer = await room().read(`/static${space}/collection/medias?size=99`);
    const all = z.object({ list: z.array(delivered) }).parse(await answer.json()).list;
    return all.filter(({ name }) => name.includes(search));
  };

  beforeAll(async () => {
    olga = await room().seat();
    await Promise.all([
      Bun.write(file('kite.png'), await makeSource('cut-out')),
      Bun.write(file('kite two.png'), await makeSource('cut-out')),
      Bun.write(file('page.jpg'), '<html><script>alert(1)</script></html>'),
      Bun.write(file('half.png'), (await makeSource('cut-out')).subarray(0, 400)),
      Bun.write(file('tool.exe'), 'MZ'),
    ]);
  });

  test('files are uploaded by a button and by dropping them, and are in the gallery at once', async () => {
    await visit('/media');
    await olga.see('heading', 'Media');
    await olga.giveFiles('Upload files', file('kite.png'));
    await olga.see('link', 'kite');
    await olga.dropFiles(['heading', 'Media'], file('kite two.png'));
    await olga.see('link', 'kite two');
    expect((await deliveredAs('kite')).map(({ name }) => name).sort()).toEqual(['kite', 'kite two']);
  });

  test('hostile files are refused, with the reason', async () => {
    await visit('/media');
    await olga.see('heading', 'Media');
    await olga.giveFiles('Upload files', file('page.jpg'), file('half.png'), file('tool.exe'));
    await olga.read('tool.exe is not a picture, a video or a zip.');
    await olga.read('is not in a supported format; use JPEG, PNG');
    await olga.read('The picture is damaged, or not what it seems to be.');
    for (const name of ['page', 'half', 'tool']) expect(await deliveredAs(name)).toEqual([]);
  });

  test('a crop is dragged, shown by the image server, and saved', async () => {
    const { url, publicUrl } = room();
    await visit('/media/m-beans');
    await olga.tap('tab', 'Edit picture');
    await olga.read('1,600 × 900 pixels');
    const [left, top, width, height] = await olga.boxOf('image', 'The picture as it was uploaded');
    const at = (part: number): readonly [number, number] => [left + width * part, top + height * part];
    await olga.drag(at(0.25), at(0.75));
    await olga.until(`${result}.naturalWidth < 1000 && ${result}.complete`);
    const [width2, height2] = z
      .tuple([z.int(), z.int()])
      .parse(await olga.page.evaluate(`[${result}.naturalWidth, ${result}.naturalHeight]`));
    for (const [side, wanted] of [
      [width2, 800],
      [height2, 450],
    ] as const) {
      expect(Math.abs(side - wanted)).toBeLessThan(16);
    }
    expect(await olga.valueOf('Address of the result')).toStartWith(`${publicUrl}/media/`);
    const shown = JSON.parse(await olga.valueOf('Operations as JSON'));
    await olga.tap('button', 'Save');
    await olga.read('Saved. Readers get it from now on.');
    const [beans] = await deliveredAs('Beans');
    expect(beans?.operations).toEqual(shown);
    expect(url).not.toBe(publicUrl);
  });

  if (hasFfmpeg) {
    test('a video shows how far it is, and plays', async () => {
      await makeVideo(file('dance.mp4'), clip);
      await visit('/media');
      await olga.see('heading', 'Media');
      await olga.giveFiles('Upload files', file('dance.mp4'));
      await olga.see('progressbar', 'Progress of dance.mp4');
      await olga.tap('link', 'dance');
      await olga.see('tab', 'Edit thumbnail');
      await olga.page.evaluate('document.querySelector("video").play()');
      await olga.until('document.querySelector("video").currentTime > 0.5');
    });
  }
}
