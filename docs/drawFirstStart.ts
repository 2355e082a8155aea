/** Draws docs/first-start.svg: what the first start prints, as it prints it, with the secrets blacked out. */
import { join } from 'node:path';
import { inTemporaryFolder, startNewsstand } from '../tests/newsstandProcess.ts';

const printed = await inTemporaryFolder(async (folder) => {
  const usualPorts = ['--port', '4000', '--management-port', '4001'];
  const service = await startNewsstand(['--demo', ...usualPorts], { NEWSSTAND_DATA: join(folder, 'data') });
  return (await service.end()).stdout;
});

const hidden = printed.replaceAll(/\b(ns[kso]_\w{3})[\w-]+/g, '$1…');
const lines = ['$ npm start', ...hidden.trimEnd().split('\n')].map((line) =>
  line.length > 104 ? `${line.slice(0, 103)}…` : line,
);
await Bun.write(join(import.meta.dir, 'first-start.svg'), terminal(lines));

function terminal(rows: readonly string[]): string {
  const height = rows.length * 19 + 64;
  const text = rows.map(
    (row, index) => `<tspan x="20" y="${index * 19 + 58}"${colourOf(row)}>${escaped(row)}</tspan>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 ${height}" role="img" aria-label="Terminal">
<rect width="880" height="${height}" rx="8" fill="#16181d"/>
<g fill="#3a3f4b"><circle cx="22" cy="20" r="6"/><circle cx="42" cy="20" r="6"/><circle cx="62" cy="20" r="6"/></g>
<text font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#d7dae0" xml:space="preserve">
${text.join('\n')}
</text>
</svg>
`;
}

function colourOf(row: string): string {
  if (row.startsWith('#')) return ' fill="#7f8794"';
  return row.startsWith('$') ? ' fill="#8fd694"' : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
