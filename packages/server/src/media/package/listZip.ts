import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { broken } from '@newsstand/contract';
import { FileError, quote } from '../FileError.ts';

/** A file of a package that has not been read yet. */
export type PackageEntry = {
  /** With slashes, as in the package; not checked yet. */
  readonly path: string;
  /** Its bytes; undefined if there are more than `maxBytes`. */
  readonly read: (maxBytes: number) => Promise<Uint8Array | undefined>;
};

/** The most files and folders to list before a package is rejected. */
export const maxEntries = 10_000;

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
    if (start + member.compressedSize > next) throw unusable(member.path, 'which overlaps with others');
    const content = file.slice(start, start + member.compressedSize);
    if (!member.isFolder)
      entries.push({ path: member.path, read: (maxBytes) => readMember(content, member, maxBytes) });
  }
  return entries;
}

/** The start of a member's content, after its local header, which must have the same name. */
async function findContent(file: Blob, { path, name, offset }: ZipMember): Promise<number> {
  const head = Buffer.from(await file.slice(offset, offset + 30 + name.length).arrayBuffer());
  const isRight =
    head.length === 30 + name.length && head.readUInt32LE(0) === 0x04034b50 && head.subarray(30).equals(name);
  if (!isRight || head.readUInt16LE(26) !== name.length) throw brokenMember(path);
  return offset + head.length + head.readUInt16LE(28);
}

async function readMember(
  content: Blob,
  member: ZipMember,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (member.size > maxBytes) return undefined;
  // A false size must not cause a long read.
  if (content.size > 2 * member.size + 1024) throw brokenMember(member.path);
  const raw = new Uint8Array(await content.arrayBuffer());
  const bytes = member.isDeflated ? await inflate(raw, member) : raw;
  if (bytes.length !== member.size || crc32(bytes) !== member.crc32) throw brokenMember(member.path);
  return bytes;
}

const inflateAsync = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Inflates up to the announced size and no further. */
async function inflate(raw: Uint8Array, { path, size }: ZipMember): Promise<Uint8Array> {
  if (size > freeBytes && size > maxRatio * raw.length) {
    throw unusable(path, `which is compressed more than ${maxRatio} times`);
  }
  return inflateAsync(raw, { maxOutputLength: Math.max(1, size) }).catch((cause: unknown) => {
    throw brokenMember(path, { cause });
  });
}

function brokenMember(path: string, options?: ErrorOptions): FileError {
  return unusable(path, 'which is broken; create the zip again', options);
}

/** A member of a zip, as listed in its central directory. */
type ZipMember = {
  readonly path: string;
  /** The bytes of the path. */
  readonly name: Buffer;
  readonly isFolder: boolean;
  readonly isDeflated: boolean;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** The position of its local header. */
  readonly offset: number;
};

/** The length of the end record without its comment, and the longest comment and central directory accepted. */
const [endLength, maxCommentLength, maxDirectoryLength] = [22, 0xffff, 4 * 1024 * 1024];

/** Reads the central directory of a zip (APPNOTE 6.3) and its position. Throws `FileError` for unusual zips. */
async function readZipDirectory(file: Blob): Promise<{ members: ZipMember[]; end: number }> {
  const tailStart = Math.max(0, file.size - endLength - maxCommentLength);
  const tail = Buffer.from(await file.slice(tailStart).arrayBuffer());
  const at = findEnd(tail);
  const [disks, count, length, start] = [
    tail.readUInt32LE(at + 4),
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  // These do not add up for split archives, zip64, or data before or after the archive.
  if (disks !== 0 || start + length !== tailStart + at) throw notPlain();
  if (count > maxEntries || length > maxDirectoryLength) throw new FileError(broken('too_many_files'));
  const members = readMembers(Buffer.from(await file.slice(start, start + length).arrayBuffer()));
  if (members.length !== count) throw notPlain();
  return { members, end: start };
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - endLength; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === 0x06054b50;
    if (isEnd && at + endLength + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw new FileError(broken('not_zip'));
}

function readMembers(directory: Buffer): ZipMember[] {
  const members: ZipMember[] = [];
  for (let at = 0; at < directory.length; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw notPlain();
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    members.push(parseRecord(directory.subarray(at, nameEnd)));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at > directory.length) throw notPlain();
  }
  return members;
}

/** The flags of encrypted members. */
const encrypted = 0x2041;
/** File types in the Unix mode: none, folder, regular file. Others are links and devices. */
const plainKinds = [0, 4, 8];

function parseRecord(record: Buffer): ZipMember {
  const name = record.subarray(46);
  const path = decode(name);
  const refuse = (what: string) => unusable(path, what);
  const [flags, method] = [record.readUInt16LE(8), record.readUInt16LE(10)];
  const [compressedSize, size] = [record.readUInt32LE(20), record.readUInt32LE(24)];
  if (flags & encrypted) throw refuse('which is encrypted');
  if (!plainKinds.includes(record.readUInt32LE(38) >>> 28))
    throw refuse('a link or a device; put a file in its place');
  if (method !== 0 && method !== 8) throw refuse('which uses a compression method other than deflate');
  const offset = record.readUInt32LE(42);
  // All ones refer to a zip64 field.
  const isLarge = [compressedSize, size, offset].includes(0xffffffff);
  if (isLarge || (method === 0 && compressedSize !== size)) throw notPlain();
  return {
    ...{ path, name, compressedSize, size, offset },
    isFolder: path.endsWith('/'),
    isDeflated: method === 8,
    crc32: record.readUInt32LE(16),
  };
}

function decode(name: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw new FileError(broken('package_name'));
  }
}

function notPlain(): FileError {
  return new FileError(broken('broken_zip'));
}

/** A package can't be used because of one of its files. */
export function unusable(path: string, fault: string, options?: ErrorOptions): FileError {
  return new FileError(broken('package_file', { path: quote(path), fault }), options);
}
