import { quote } from '../quote.ts';
import { mostEntries } from './PackageEntry.ts';
import { PackageError } from './PackageError.ts';

/** A member of a zip, as listed in its central directory. */
export type ZipMember = {
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
const [endLength, longestComment, longestDirectory] = [22, 0xffff, 4 * 1024 * 1024];

/** Reads the central directory of a zip (APPNOTE 6.3) and its position. Throws `PackageError` for unusual zips. */
export async function readZipDirectory(file: Blob): Promise<{ members: ZipMember[]; end: number }> {
  const tailStart = Math.max(0, file.size - endLength - longestComment);
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
  if (count > mostEntries || length > longestDirectory) throw new PackageError('holds too many files');
  const members = readMembers(Buffer.from(await file.slice(start, start + length).arrayBuffer()));
  if (members.length !== count) throw notPlain();
  return { members, end: start };
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - endLength; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === 0x06054b50;
    if (isEnd && at + endLength + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw new PackageError('is neither a folder nor a zip');
}

function readMembers(directory: Buffer): ZipMember[] {
  const members: ZipMember[] = [];
  for (let at = 0; at < directory.length; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw notPlain();
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    members.push(readMember(directory.subarray(at, nameEnd)));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at > directory.length) throw notPlain();
  }
  return members;
}

/** The flags of encrypted members. */
const encrypted = 0x2041;
/** File types in the Unix mode: none, folder, regular file. Others are links and devices. */
const plainKinds = [0, 4, 8];

function readMember(record: Buffer): ZipMember {
  const name = record.subarray(46);
  const path = decode(name);
  const refuse = (what: string) => new PackageError(`holds ${quote(path)}, ${what}`);
  const [flags, method] = [record.readUInt16LE(8), record.readUInt16LE(10)];
  const [compressedSize, size] = [record.readUInt32LE(20), record.readUInt32LE(24)];
  if (flags & encrypted) throw refuse('which is encrypted');
  if (!plainKinds.includes(record.readUInt32LE(38) >>> 28))
    throw refuse('a link or a device; put a file in its place');
  if (method !== 0 && method !== 8) throw refuse('which is packed in another way than deflate');
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
    throw new PackageError('holds a name that is not UTF-8; make the zip again with UTF-8 names');
  }
}

function notPlain(): PackageError {
  return new PackageError('is a zip of an unusual or broken form; make it again as an ordinary zip');
}
