import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaDocument } from '../../media/mediaDocument.ts';
import { placeholder } from '../../media/picture/placeholder.ts';
import { drawing, realPicture, writeHls, writePackage } from '../../media/testing/realFiles.ts';
import { beginning } from '../../store/Store.ts';
import { lines, openImportStore, source } from '../testing/importing.ts';

const png = realPicture('png');
const otherPng = await drawing(9, 9, 5).png().toBuffer();
const sha256 = new Bun.CryptoHasher('sha256').update(png).digest('hex');
const withFile = (file: string) => ({ ...lines.media, file });

/** A fixture with a picture in `in/img/cover.jpg`, which is a PNG, and a secret outside of `in`. */
async function openGallery() {
  const fixture = await openImportStore();
  const folder = join(fixture.folder, 'in');
  mkdirSync(join(folder, 'img'), { recursive: true });
  writeFileSync(join(folder, 'img', 'cover.jpg'), png);
  writeFileSync(join(fixture.folder, 'secret.png'), png);
  const choices = (line: object) => ({ sources: [source([line], folder)] });
  return {
    ...fixture,
    inside: folder,
    import: (line: object) => fixture.run([], choices(line)),
    refused: (line: object) => fixture.faults([], choices(line)),
    originalNames: () =>
      readdirSync(join(fixture.folder, 'kept'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    keptFiles: () =>
      existsSync(join(fixture.folder, 'kept')) ? readdirSync(join(fixture.folder, 'kept')) : [],
  };
}

test('stores what the bytes say, and drops URLs and sizes', async () => {
  await using gallery = await openGallery();
  const meta = { ext: 'jpg', mimetype: 'image/jpeg' };
  const urls = {
    accessUrl: '/not/absolute',
    thumbnailAccessUrl: 5,
    originalUrl: null,
    width: 5,
    height: '7',
  };
  await gallery.import({ ...withFile('img/cover.jpg'), ...urls, meta, fileSize: 1, alias: 'cover' });
  const documents = await gallery.documents();
  const { createdAt } = mediaDocument.parse(documents[0]).about ?? {};
  expect(createdAt).toBeGreaterThan(0);
  expect(JSON.stringify(documents)).toBe(
    JSON.stringify([
      {
        name: 'Cover',
        type: 'image',
        mediaId: 'm1',
        projectId: 'acme',
        spaceId: 'web',
        meta: { ext: 'png', mimetype: 'image/png' },
        fileSize: png.length,
        alias: 'cover',
        original: { sha256, ext: 'png' },
        about: { width: 12, height: 8, ...(await placeholder(png)), createdAt },
      },
    ]),
  );
  expect(await gallery.originals.find(`${sha256}.png`)).toBeDefined();
});

test('the type must match the file', async () => {
  await using gallery = await openGallery();
  writeHls(join(gallery.inside, 'clip'));
  expect(await gallery.refused(withFile('clip'))).toEqual([
    "1: type: is 'image', but the file contains a video",
  ]);
  await gallery.import({ ...withFile('clip'), type: 'video' });
});

test('the size of a video is that of its poster; one that cannot be decoded has none', async () => {
  await using gallery = await openGallery();
  writeHls(join(gallery.inside, 'clip'));
  const about = async () => mediaDocument.parse((await gallery.documents())[0]).about;
  await gallery.import({ ...withFile('clip'), type: 'video' });
  expect(await about()).toMatchObject({ width: 12, height: 8 });
  writeFileSync(join(gallery.inside, 'clip', 'poster.jpg'), realPicture('jpg').slice(0, 60));
  await gallery.import({ ...withFile('clip'), type: 'video' });
  expect(await about()).toEqual({ createdAt: expect.any(Number) });
});

test.each([
  ['/etc/passwd', "must be a relative path without '..'"],
  ['../secret.png', "must be a relative path without '..'"],
  ['img/../../secret.png', "must be a relative path without '..'"],
  ['img\\..\\..\\secret.png', "must be a relative path without '..'"],
  ['img/cover.jpg\0.png', "must be a relative path without '..'"],
  ['link.png', 'is outside the folder of the file that refers to it'],
  ['linked/secret.png', 'is outside the folder of the file that refers to it'],
  ['linked', 'is outside the folder of the file that refers to it'],
  ['loop', "can't be read (ELOOP)"],
  ['img', 'contains no playlist (.m3u8) at its top'],
  ['.', 'contains no playlist (.m3u8) at its top'],
  ['none.png', 'does not exist'],
  ['img/cover.jpg/x', 'does not exist'],
  ['%2e%2e/secret.png', 'does not exist'],
  ['notes.txt', 'is not in a supported format; use JPEG, PNG, GIF, WebP, AVIF, SVG, MP4, MOV or WebM'],
  ['empty.png', 'is empty'],
  [`originals/${'0'.repeat(64)}.png`, 'does not exist'],
  ['originals/..', "must be a relative path without '..'"],
])('rejects %j', async (file, message) => {
  await using gallery = await openGallery();
  symlinkSync(join(gallery.folder, 'secret.png'), join(gallery.inside, 'link.png'));
  symlinkSync(gallery.folder, join(gallery.inside, 'linked'));
  symlinkSync('loop', join(gallery.inside, 'loop'));
  writeFileSync(join(gallery.inside, 'notes.txt'), 'hello');
  writeFileSync(join(gallery.inside, 'empty.png'), '');
  expect(await gallery.refused(withFile(file))).toEqual([`1: file: ${JSON.stringify(file)} ${message}`]);
  expect(gallery.keptFiles()).toEqual([]);
  expect(await gallery.store.bookmark()).toEqual(beginning);
});

test('accepts a symbolic link within the folder', async () => {
  await using gallery = await openGallery();
  symlinkSync(join('img', 'cover.jpg'), join(gallery.inside, 'link.png'));
  expect(await gallery.import(withFile('link.png'))).toMatchObject({ created: 1 });
});

test('a file cannot be found from standard input', async () => {
  await using gallery = await openGallery();
  const found = await gallery.faults([], { sources: [source([withFile('img/cover.jpg')], undefined)] });
  expect(found).toEqual([
    '1: file: "img/cover.jpg" can\'t be found from standard input; import a file in its folder',
  ]);
});

test('an original that is already stored need not come with the import', async () => {
  await using gallery = await openGallery();
  await gallery.import(withFile('img/cover.jpg'));
  const again = withFile(`originals/${sha256}.png`);
  expect(await gallery.import(again)).toMatchObject({ unchanged: 1 });
});

test('also from standard input', async () => {
  await using gallery = await openGallery();
  await gallery.import(withFile('img/cover.jpg'));
  const fromStandardInput = (line: object) => ({ sources: [source([line], undefined)] });
  const again = await gallery.run([], fromStandardInput(withFile(`originals/${sha256}.png`)));
  expect(again).toMatchObject({ unchanged: 1 });
  const [missing] = await gallery.faults([], fromStandardInput(withFile(`originals/${'0'.repeat(64)}.png`)));
  expect(missing).toContain("can't be found from standard input");
});

test.each([
  ['a bad line', '{'],
  ['a link that leads nowhere', lines.banner],
])('an import that fails by %s leaves the originals unchanged', async (_, bad) => {
  await using gallery = await openGallery();
  writeFileSync(join(gallery.inside, 'new.png'), otherPng);
  await gallery.import(withFile('img/cover.jpg'));
  const other = { ...lines.media, mediaId: 'm2', file: 'new.png' };
  const banner = typeof bad === 'string' ? bad : { ...bad, values: { image: { mediaId: 'none' } } };
  const sources = [source([withFile('img/cover.jpg'), other, banner], gallery.inside)];
  expect(await gallery.faults([], { sources })).toHaveLength(1);
  expect(gallery.originalNames()).toEqual([`${sha256}.png`]);
});

test('an original that cannot be stored fails the import', async () => {
  await using gallery = await openGallery();
  const place = join(gallery.folder, 'kept', sha256.slice(0, 2), `${sha256}.png`);
  mkdirSync(join(place, 'in the way'), { recursive: true });
  await expect(gallery.import(withFile('img/cover.jpg'))).rejects.toThrow();
  expect(await gallery.store.bookmark()).toEqual(beginning);
});

test('a dry run stores no originals, and neither does a line after a fault', async () => {
  await using gallery = await openGallery();
  const line = withFile('img/cover.jpg');
  const sources = () => [source([line], gallery.inside)];
  expect(await gallery.run([], { sources: sources(), dryRun: true })).toMatchObject({ created: 1 });
  await gallery.faults([], { sources: [source(['{', line, withFile('none')], gallery.inside)] });
  expect(gallery.keptFiles()).toEqual([]);
});

test('importing the same bytes changes nothing, other bytes do', async () => {
  await using gallery = await openGallery();
  await gallery.import(withFile('img/cover.jpg'));
  writeFileSync(join(gallery.inside, 'copy.png'), png);
  expect(await gallery.import(withFile('copy.png'))).toMatchObject({ unchanged: 1 });
  writeFileSync(join(gallery.inside, 'copy.png'), otherPng);
  expect(await gallery.import(withFile('copy.png'))).toMatchObject({ updated: 1 });
});

test('an HLS folder becomes a video, with its poster as the thumbnail', async () => {
  await using gallery = await openGallery();
  writeHls(join(gallery.inside, 'clip'));
  await gallery.import({ ...withFile('clip'), type: 'video' });
  const [document] = await gallery.documents();
  expect(document).toMatchObject({
    meta: { ext: 'm3u8', mimetype: 'application/vnd.apple.mpegurl' },
    duration: 4000,
    bundle: { entry: 'master.m3u8' },
    poster: { ext: 'jpg' },
  });
  expect(await gallery.import({ ...withFile('clip'), type: 'video' })).toMatchObject({ unchanged: 1 });
});

test('a poster that is a symbolic link is ignored', async () => {
  await using gallery = await openGallery();
  writeHls(join(gallery.inside, 'clip'));
  rmSync(join(gallery.inside, 'clip', 'poster.jpg'));
  symlinkSync(join(gallery.folder, 'secret.png'), join(gallery.inside, 'clip', 'poster.jpg'));
  await gallery.import({ ...withFile('clip'), type: 'video' });
  const [document] = await gallery.documents();
  expect(document).not.toHaveProperty('poster');
});

test('an asset package is stored with all its files', async () => {
  await using gallery = await openGallery();
  writePackage(join(gallery.inside, 'banner'));
  const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
  await gallery.import({ ...withFile('banner'), meta });
  const paths = ['banner.js', 'index.html', 'pictures/a.png'];
  expect(await gallery.documents()).toMatchObject([{ meta, bundle: { entry: 'index.html', paths } }]);
  const [line = ''] = (await gallery.exported()).split('\n').filter((text) => text.includes('"media"'));
  const { file = '' }: { file?: string } = JSON.parse(line);
  expect(await gallery.originals.openPart(file.slice('bundles/'.length), 'pictures/a.png')).toBeDefined();
  expect(await gallery.import(JSON.parse(line))).toMatchObject({ unchanged: 1 });
  expect(await gallery.refused({ ...withFile('img/cover.jpg'), meta })).toEqual([
    expect.stringContaining('file: "img/cover.jpg" '),
  ]);
});

test.each([
  ['operations', [{ type: 'filters', blur: 5000 }], 'blur'],
  ['thumbnailOperations', [{ type: 'smart' }, { type: 'smart' }], "'smart' is given 2 times"],
])('%s that no URL can express are rejected', async (member, operations, words) => {
  await using gallery = await openGallery();
  expect(await gallery.refused({ ...withFile('img/cover.jpg'), [member]: operations })).toEqual([
    expect.stringMatching(new RegExp(`^1: ${member}: .*${words}`)),
  ]);
});

test('an unreadable picture is rejected', async () => {
  await using gallery = await openGallery();
  writeFileSync(join(gallery.inside, 'cut.png'), png.subarray(0, 40));
  expect(await gallery.refused(withFile('cut.png'))).toHaveLength(1);
});
