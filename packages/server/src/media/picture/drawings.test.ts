import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draw, gradient, pngOf, reasonOf, rendered, svg } from './testing/drawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('SVGs load no external resources', async () => {
  const path = join(folder, 'red.png');
  writeFileSync(path, await pngOf(draw(50, 50, 3, (_x, _y, channel) => (channel === 0 ? 255 : 0))));
  let requests = 0;
  await using server = Bun.serve({ port: 0, fetch: () => new Response(String(++requests)) });
  const outside = [path, `file://${path}`, 'red.png', `${server.url}red.png`];
  const drawings = outside.flatMap((href) => [
    `<image href="${href}" xlink:href="${href}" width="50" height="50"/>`,
    `<style>@import url("${href}");</style>`,
    `<use href="${href}#a"/>`,
    `<defs><filter id="f"><feImage href="${href}" width="50" height="50"/></filter></defs><rect width="50" height="50" filter="url(#f)"/>`,
    `<text><xi:include href="${href}" parse="text"/></text>`,
  ]);
  for (const drawing of drawings) {
    const pixels = await rendered(svg(drawing), {});
    expect([drawing, pixels.data.some((level) => level > 0)]).toEqual([drawing, false]);
  }
  expect(requests).toBe(0);
});

test('SVGs read no files through entities', async () => {
  const path = join(folder, 'secret.txt');
  writeFileSync(path, 'secret');
  const doctype = `<!DOCTYPE svg [<!ENTITY secret SYSTEM "file://${path}">]>`;
  const drawing = Buffer.concat([Buffer.from(doctype), svg('<text y="40" font-size="40">&secret;</text>')]);
  expect(await reasonOf(rendered(drawing, {}))).toBe('undecodable');
});

test('SVG entities do not expand exponentially', async () => {
  const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
  const doctype = `<!DOCTYPE svg [<!ENTITY a0 "ha">${entities.join('')}]>`;
  const drawing = Buffer.concat([Buffer.from(doctype), svg('<text>&a20;</text>')]);
  expect(await reasonOf(rendered(drawing, {}))).toBe('undecodable');
});

test('SVGs may embed pictures, and are sharp at any size', async () => {
  const data = `data:image/png;base64,${Buffer.from(await pngOf(gradient(9, 9))).toString('base64')}`;
  const inner = await rendered(svg(`<image href="${data}" width="50" height="50"/>`), {});
  expect(inner.data.some((level) => level > 0)).toBe(true);
  const half = svg(
    '<rect width="25" height="50" fill="black"/><rect x="25" width="25" height="50" fill="white"/>',
  );
  for (const some of [{ width: 1000 }, { width: 1000, height: 300 }]) {
    const { data: levels } = await rendered(half, some);
    expect(levels.filter((level) => level > 2 && level < 253).length).toBe(0);
  }
});
