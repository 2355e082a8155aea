import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../../tests/newsstandProcess.ts';
import { demoPictures } from './demoPictures.ts';
import { makeMedia } from './makeMedia.ts';

// A busy machine is no fault.
setDefaultTimeout(120_000);

/** Every file below a folder, by a hash of its content. */
async function hashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = paths.sort().map(async (path) => {
    const bytes = await Bun.file(path).bytes();
    return [path.slice(folder.length + 1), Bun.SHA256.hash(bytes, 'hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

test('draws the same each time', async () => {
  await inTemporaryFolder(async (folder) => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    for (const place of [first, second]) await mkdir(place);
    const made = [await makeMedia(first), await makeMedia(second)];
    expect(made[1]).toEqual(made[0]);
    const drawn = await hashes(first);
    expect(Object.keys(drawn)).toContain('autumn/images/bag.png');
    expect(await hashes(second)).toEqual(drawn);
  });
});

test('where something fails, all else has ended when that is told', async () => {
  await inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'autumn.jpg'));
    await expect(makeMedia(folder)).rejects.toThrow('EISDIR');
    const files = demoPictures.filter(({ make }) => make !== undefined).map(({ file }) => file);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(files));
  });
});
