import { hashNumber } from '../shared/text/stableId.ts';

/** A file that was uploaded to a WordPress site. */
export type Attachment = {
  readonly line: number;
  readonly id: string;
  /** The post that it was uploaded for; '0' for none. */
  readonly parent: string;
  readonly url: string;
  readonly title: string;
  readonly slug: string | undefined;
  readonly alt: string | undefined;
  readonly caption: string | undefined;
};

/** The files of a WordPress site. */
export type Attachments = {
  add(attachment: Attachment): void;
  get(id: string): Attachment | undefined;
  /** The files that were uploaded for a post. */
  of(parent: string): readonly Attachment[];
  /** The attachment at a URL, also in one of the sizes that WordPress makes: `photo-300x200.jpg`. */
  at(url: string): Attachment | undefined;
};

/** XML cannot contain it. */
const separator = '\0';

/**
 * Starts an empty collection. A site may have a million attachments, and all are needed until the end, so they are packed
 * into bytes, which the garbage collector does not scan, and indexed by numbers.
 */
export function createAttachments(): Attachments {
  const packed = createTexts();
  const byId = new Map<number, number>();
  const byPlace = new Map<number, number>();
  const byParent = new Map<number, number | number[]>();

  function unpack(index: number | undefined): Attachment | undefined {
    if (index === undefined) return undefined;
    const [line, id = '', parent = '', url = '', title = '', slug, alt, caption] = packed
      .get(index)
      .split(separator);
    return {
      line: Number(line),
      id,
      parent,
      url,
      title,
      slug: slug || undefined,
      alt: alt || undefined,
      caption: caption || undefined,
    };
  }

  function addChild(parent: number, index: number): void {
    const known = byParent.get(parent);
    if (typeof known === 'object') known.push(index);
    else byParent.set(parent, known === undefined ? index : [known, index]);
  }

  return {
    add(attachment) {
      const { line, id, parent, url, title, slug, alt, caption } = attachment;
      const parts = [line, id, parent, url, title, slug ?? '', alt ?? '', caption ?? ''];
      const index = packed.add(parts.join(separator));
      const place = placeOf(url);
      const stem = hashNumber(withoutSize(place));
      byId.set(hashNumber(id), index);
      if (!byPlace.has(stem)) byPlace.set(stem, index);
      byPlace.set(hashNumber(place), index);
      if (parent !== '0') addChild(hashNumber(parent), index);
    },
    get: (id) => unpack(byId.get(hashNumber(id))),
    of: (parent) => [byParent.get(hashNumber(parent)) ?? []].flat().flatMap((index) => unpack(index) ?? []),
    at: (url) => {
      const place = placeOf(url);
      return unpack(byPlace.get(hashNumber(place)) ?? byPlace.get(hashNumber(withoutSize(place))));
    },
  };
}

/** Texts packed into one buffer, each identified by its offset. */
function createTexts() {
  let bytes = Buffer.alloc(1 << 16);
  let used = 0;

  function makeRoom(size: number): void {
    if (used + size <= bytes.length) return;
    const larger = Buffer.alloc(Math.max(used + size, Math.ceil(bytes.length * 1.5)));
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  }

  return {
    add(text: string): number {
      const size = Buffer.byteLength(text);
      makeRoom(size + 4);
      const start = used;
      bytes.writeUInt32LE(size, start);
      bytes.write(text, start + 4);
      used += size + 4;
      return start;
    },
    get: (start: number): string => bytes.toString('utf8', start + 4, start + 4 + bytes.readUInt32LE(start)),
  };
}

/** A URL without its scheme, its query and a resizing proxy. */
function placeOf(url: string): string {
  const bare = url.split(/[?#]/, 1)[0] ?? '';
  return bare.replace(/^(?:https?:)?\/\//, '').replace(/^i\d\.wp\.com\//, '');
}

function withoutSize(place: string): string {
  return place.replace(/-(?:\d{1,5}x\d{1,5}|scaled|rotated)(\.\w+)$/, '$1');
}
