import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { manageProblem } from '@newsstand/contract/manage';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { makeVideo } from '../../packages/server/src/media/video/testing/ffmpeg.ts';
import { byRole, click, find, findText, upload } from '../browser/interactions.ts';
import { lacks } from '../testing/lacks.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const delivered = z.looseObject({
  mediaId: z.string(),
  name: z.string(),
  operations: z.array(z.looseObject({ type: z.string() })).optional(),
});
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const clip = {
  picture: 'testsrc2=size=320x180:rate=10:duration=2',
  sound: 'sine=duration=2',
  encoding: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
};

const source = 'document.querySelector("img[alt=\\"The picture as it was uploaded\\"]")';
const result = 'document.querySelector("img[alt=\\"The picture with all operations\\"]")';

describeConsole((service) => {
  let olga: Page;
  const file = (name: string) => join(service().folder, name);
  const visit = (path: string) => olga.goto(`${service().url}/console${space}${path}`);
  const deliveredAs = async (search: string) => {
    const answer = await service().read(`/static${space}/collection/medias?size=99`);
    const all = z.object({ list: z.array(delivered) }).parse(await answer.json()).list;
    return all.filter(({ name }) => name.includes(search));
  };

  const boxOf = async (selector: string) => {
    const element = await olga.waitForSelector(selector, { visible: true });
    await element?.scrollIntoView();
    return box.parse(await element?.boundingBox());
  };
  const readField = async (label: string) =>
    z
      .string()
      .parse(await (await (await find(olga, byRole('textbox', label))).getProperty('value')).jsonValue());

  beforeAll(async () => {
    olga = await service().openPage();
    await Promise.all([
      Bun.write(file('kite.png'), await makeSource('cut-out')),
      Bun.write(file('kite two.png'), await makeSource('upright')),
      Bun.write(file('plain.png'), await makeSource('postcard')),
      Bun.write(file('page.jpg'), '<html><script>alert(1)</script></html>'),
      Bun.write(file('half.png'), (await makeSource('cut-out')).subarray(0, 400)),
      Bun.write(file('tool.exe'), 'MZ'),
    ]);
  });

  test('files are uploaded with a button and by dropping, and appear in the gallery immediately', async () => {
    await visit('/media');
    await find(olga, byRole('heading', 'Media'));
    await upload(olga, byRole('button', 'Upload files'), file('kite.png'));
    await find(olga, byRole('link', 'kite'));
    const heading = await boxOf(byRole('heading', 'Media'));
    const at = { x: heading.x + heading.width / 2, y: heading.y + heading.height / 2 };
    const data = { items: [], files: [file('kite two.png')], dragOperationsMask: 1 };
    const session = await olga.createCDPSession();
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, ...at, data });
    await find(olga, byRole('link', 'kite two'));
    // Pasted anywhere on the page.
    const bytes = Buffer.from(await makeSource('fog')).toString('base64');
    await olga.evaluate(`(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob('${bytes}'), (each) => each.charCodeAt(0));
      transfer.items.add(new File([bytes], 'kite three.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    })()`);
    await find(olga, byRole('link', 'kite three'));
    const uploaded = (await deliveredAs('kite')).map(({ name }) => name).sort();
    expect(uploaded).toEqual(['kite', 'kite three', 'kite two']);
  });

  if (isFull)
    test('a full disk is said as such, and the file goes on when there is space', async () => {
      const guest = await service().openPage();
      let isFull = true;
      await guest.setRequestInterception(true);
      const body = JSON.stringify(manageProblem('disk_full', 'the disk is full', 'r1', {}));
      guest.on('request', (request) => {
        if (!isFull || request.method() !== 'POST') return void request.continue();
        void request.respond({ status: 507, contentType: 'application/problem+json', body });
      });
      await guest.goto(`${service().url}/console${space}/media`);
      await upload(guest, byRole('button', 'Upload files'), file('plain.png'));
      await findText(guest, 'The disk of the service is full.');
      isFull = false;
      await click(guest, byRole('button', 'Try again'));
      await find(guest, byRole('link', 'plain'));
      expect(service().takeErrors().join()).toContain('507');
      await guest.close();
    });

  if (isFull)
    test('hostile files are rejected, with the reason', async () => {
      await visit('/media');
      await find(olga, byRole('heading', 'Media'));
      await upload(
        olga,
        byRole('button', 'Upload files'),
        file('page.jpg'),
        file('half.png'),
        file('tool.exe'),
      );
      await findText(olga, 'tool.exe is not a picture, a video or a zip.');
      await findText(olga, 'This format is not supported. Use JPEG, PNG');
      await findText(olga, 'The picture is damaged');
      for (const name of ['page', 'half', 'tool']) expect(await deliveredAs(name)).toEqual([]);
    });

  if (isFull)
    test('a crop is dragged, rendered by the image server, and saved', async () => {
      const { url, publicUrl } = service();
      await visit('/media/m-beans');
      await click(olga, byRole('tab', 'Edit picture'));
      await findText(olga, '1,600 × 900 pixels');
      await olga.waitForFunction(`${source}?.naturalWidth > 0`);
      const picture = await boxOf(byRole('image', 'The picture as it was uploaded'));
      const at = (part: number) =>
        [picture.x + picture.width * part, picture.y + picture.height * part] as const;
      await olga.mouse.move(...at(0.25));
      await olga.mouse.down();
      await olga.mouse.move(...at(0.75), { steps: 4 });
      await olga.mouse.up();
      await olga.waitForFunction(`${result}.naturalWidth < 1000 && ${result}.complete`);
      const [width2, height2] = z
        .tuple([z.int(), z.int()])
        .parse(await olga.evaluate(`[${result}.naturalWidth, ${result}.naturalHeight]`));
      for (const [side, wanted] of [
        [width2, 800],
        [height2, 450],
      ] as const) {
        expect(Math.abs(side - wanted)).toBeLessThan(16);
      }
      // A ratio, and the arrow keys.
      const crop = async () =>
        z
          .array(z.looseObject({ type: z.string(), left: z.int().default(0), right: z.int().default(0) }))
          .parse(JSON.parse(await readField('Operations as JSON')))
          .find(({ type }) => type === 'crop');
      await click(olga, byRole('button', '1:1'));
      expect(await crop()).toMatchObject({ left: 350, top: 0, right: 1250, down: 900 });
      await olga.focus('.ReactCrop__crop-selection');
      for (let step = 0; step < 3; step++) await olga.keyboard.press('ArrowLeft');
      const moved = await until('the crop to move', crop, (found) => (found?.left ?? 350) < 350);
      expect((moved?.right ?? 0) - (moved?.left ?? 0)).toBeWithin(899, 902);
      expect(await readField('URL of the result')).toStartWith(`${publicUrl}/media/`);
      const shown = JSON.parse(await readField('Operations as JSON'));
      await click(olga, byRole('button', 'Save'));
      await findText(olga, 'Saved. Readers see it from now on.');
      const [beans] = await deliveredAs('Beans');
      expect(beans?.operations).toEqual(shown);
      expect(url).not.toBe(publicUrl);
    });

  if (isFull)
    test.skipIf(lacks('ffmpeg', 'videos in the console'))(
      'a video shows its progress, and plays',
      async () => {
        await makeVideo(file('dance.mp4'), clip);
        await visit('/media');
        await find(olga, byRole('heading', 'Media'));
        await upload(olga, byRole('button', 'Upload files'), file('dance.mp4'));
        await find(olga, byRole('progressbar', 'Progress of dance.mp4'));
        await click(olga, byRole('link', 'dance'));
        await find(olga, byRole('tab', 'Edit thumbnail'));
        await olga.evaluate('document.querySelector("video").play()');
        await olga.waitForFunction('document.querySelector("video").currentTime > 0.5');
      },
    );
});
