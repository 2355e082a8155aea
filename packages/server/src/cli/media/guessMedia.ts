import { readdir } from 'node:fs/promises';
import { sniffedBytes, sniffFormat } from '../../media/formats.ts';

/** What a file or folder seems to be; whether it really is shows when it is taken. */
export async function guessMedia(
  path: string,
  isFolder: boolean,
): Promise<{ readonly type: 'image' | 'video'; readonly isPackage: boolean }> {
  if (isFolder) {
    const isHls = (await readdir(path)).some((name) => name.toLowerCase().endsWith('.m3u8'));
    return isHls ? { type: 'video', isPackage: false } : { type: 'image', isPackage: true };
  }
  const head = await Bun.file(path).slice(0, sniffedBytes).bytes();
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  return { type: sniffFormat(head)?.type ?? 'image', isPackage: isZip };
}
