import { crc32, deflateRawSync } from 'node:zlib';

/** A member of a zip. Omitted fields are correct; given ones may be false. */
export type Member = {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** 0 stored, 8 deflated. */
  readonly method?: number;
  readonly flags?: number;
  /** The Unix mode. */
  readonly mode?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  /** The name in its local header. */
  readonly localName?: string;
  /** The index of the member whose content it shares. */
  readonly sameAs?: number;
};

/** False positions in the end record. */
export type EndRecord = { disk?: number; count?: number; shift?: number; comment?: string };

/** Makes a zip by hand. */
export function zip(members: readonly Member[], end: EndRecord = {}): Buffer {
  const locals: Buffer[] = [];
  const offsets: number[] = [];
  let start = 0;
  for (const member of members) {
    const isShared = member.sameAs !== undefined;
    offsets.push(isShared ? (offsets[member.sameAs] ?? 0) : start);
    if (isShared) continue;
    const local = localRecord(member);
    locals.push(local);
    start += local.length;
  }
  const directory = Buffer.concat(
    members.map((member, index) => directoryRecord(member, offsets[index] ?? 0)),
  );
  return Buffer.concat([...locals, directory, endRecord(members.length, directory.length, start, end)]);
}

function shortNumbers(...numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => Buffer.from([number & 255, (number >> 8) & 255])));
}

function longNumbers(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number >>> 0, index * 4);
  return bytes;
}

/** Flags, method, time, date, checksum, sizes: the same in both records of a member. */
function described(member: Member): { fields: Buffer; data: Buffer } {
  const content = Buffer.from(member.content ?? '');
  const method = member.method ?? 8;
  const data = method === 8 ? deflateRawSync(content) : content;
  const fields = Buffer.concat([
    shortNumbers(member.flags ?? 0, method, 0, 0),
    longNumbers(
      member.crc ?? crc32(content),
      member.compressedSize ?? data.length,
      member.size ?? content.length,
    ),
  ]);
  return { fields, data };
}

function localRecord(member: Member): Buffer {
  const { fields, data } = described(member);
  const name = Buffer.from(member.localName ?? member.name);
  return Buffer.concat([
    ...[longNumbers(0x04034b50), shortNumbers(20), fields, shortNumbers(name.length, 3)],
    ...[name, Buffer.from('abc'), data],
  ]);
}

function directoryRecord(member: Member, offset: number): Buffer {
  const name = Buffer.from(member.name);
  return Buffer.concat([
    ...[longNumbers(0x02014b50), shortNumbers(0x0314, 20), described(member).fields],
    ...[shortNumbers(name.length, 2, 1, 0, 0), longNumbers((member.mode ?? 0o100644) << 16, offset)],
    ...[name, Buffer.from('xxc')],
  ]);
}

function endRecord(count: number, length: number, start: number, end: EndRecord): Buffer {
  const comment = Buffer.from(end.comment ?? '');
  return Buffer.concat([
    ...[longNumbers(0x06054b50), shortNumbers(end.disk ?? 0, 0, end.count ?? count, end.count ?? count)],
    ...[longNumbers(length, start + (end.shift ?? 0)), shortNumbers(comment.length), comment],
  ]);
}
