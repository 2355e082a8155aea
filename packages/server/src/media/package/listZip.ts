import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { quote } from '../quote.ts';
import type { PackageEntry } from './PackageEntry.ts';
import { PackageError } from './PackageError.ts';
import { readZipDirectory, type ZipMember } from './readZipDirectory.ts';

/** Beyond the first megabyte, no honest file has a higher compression ratio. */
const [maxRatio, freeBytes] = [200, 1024 * 1024];

/** Lists the files of a zip. They must not overlap, so that a small zip can't contain one large file many times. */
export async function listZip(file: Blob): Promise<PackageEntry[]> {
  const { members, end } = await readZipDirectory(file);
  const entries: PackageEntry[] = [];
  const inOrder = members.toSorted((a, b) => a.offset - b.offset);
  for (const [index, member] of inOrder.entries()) {
    const start = await findContent(file, member);
    const next = inOrder[index + 1]?.offset ?? end;
    if (start + member.compressedSize > next)
      throw new PackageError(`holds ${quote(member.path)}, which overlaps with others`);
    const content = file.slice(start, start + member.compressedSize);
    if (!member.isFolder)
      entries.push({ path: member.path, read: (mostBytes) => readMember(content, member, mostBytes) });
  }
  return entries;
}

/** The start of a member's content, after its local header, which must have the same name. */
async function findContent(file: Blob, { path, name, offset }: ZipMember): Promise<number> {
  const head = Buffer.from(await file.slice(offset, offset + 30 + name.length).arrayBuffer());
  const isRight =
    head.length === 30 + name.length && head.readUInt32LE(0) === 0x04034b50 && head.subarray(30).equals(name);
  if (!isRight || head.readUInt16LE(26) !== name.length) throw broken(path);
  return offset + head.length + head.readUInt16LE(28);
}

async function readMember(
  content: Blob,
  member: ZipMember,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  if (member.size > mostBytes) return undefined;
  // A false size must not cause a long read.
  if (content.size > 2 * member.size + 1024) throw broken(member.path);
  const raw = new Uint8Array(await content.arrayBuffer());
  const bytes = member.isDeflated ? await inflate(raw, member) : raw;
  if (bytes.length !== member.size || crc32(bytes) !== member.crc32) throw broken(member.path);
  return bytes;
}

const inflateAsync = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Inflates up to the announced size and no further. */
async function inflate(raw: Uint8Array, { path, size }: ZipMember): Promise<Uint8Array> {
  if (size > freeBytes && size > maxRatio * raw.length) {
    throw new PackageError(`holds ${quote(path)}, which is packed more than ${maxRatio} times`);
  }
  return inflateAsync(raw, { maxOutputLength: Math.max(1, size) }).catch((cause: unknown) => {
    throw broken(path, { cause });
  });
}

function broken(path: string, options?: ErrorOptions): PackageError {
  return new PackageError(`holds ${quote(path)}, which is broken; make the zip again`, options);
}
