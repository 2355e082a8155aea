type TarFile = {
  readonly path: string;
  readonly content: string;
  readonly type?: string;
  readonly link?: string;
};

/** A tar archive with some files; long and foreign names as in POSIX (pax). */
export function tarOf(files: readonly TarFile[]): Uint8Array {
  const entries = files.flatMap(({ path, content, type = '0', link = '' }) => {
    const isPlain = path.length < 100 && !/[^\p{ASCII}]/u.test(path);
    const record = ` path=${path}\n`;
    const pax = `${Buffer.byteLength(record) + 3}${record}`;
    return [
      ...(isPlain ? [] : [entry('pax', pax, 'x', '')]),
      entry(isPlain ? path : 'long', content, type, link),
    ];
  });
  return Buffer.concat([...entries, Buffer.alloc(1024)]);
}

function entry(path: string, content: string, type: string, link: string): Uint8Array {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0);
  header.write(
    `${octal(0o644, 8)}${octal(0, 8)}${octal(0, 8)}${octal(bytes.length, 12)}${octal(0, 12)}`,
    100,
  );
  header.write(`        ${type}${link}`, 148);
  header.write('ustar\x0000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      8,
    ),
    148,
  );
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
