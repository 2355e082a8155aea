/** An SVG picture, with colours for light and dark pages. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { fill: #59636e; font-size: 12px; }
  .strong { font-weight: 600; }
  .rule { stroke: #d1d9e0; stroke-width: 1; }
  .limit { stroke: #59636e; stroke-width: 1; stroke-dasharray: 4 3; }
  .aim { stroke: #bc4c00; stroke-width: 2.5; }
  .track { fill: #eff2f5; }
  .bar { fill: #0969da; }
  .plain { fill: #818b98; }
  .s0 { --c: #0969da; } .s1 { --c: #1a7f37; } .s2 { --c: #8250df; } .s3 { --c: #bc4c00; } .s4 { --c: #bf3989; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .quiet { fill: #9198a1; }
    .rule { stroke: #3d444d; }
    .limit { stroke: #9198a1; }
    .aim { stroke: #f0883e; }
    .track { fill: #21262d; }
    .bar { fill: #4493f8; }
    .plain { fill: #656c76; }
    .s0 { --c: #4493f8; } .s1 { --c: #3fb950; } .s2 { --c: #ab7df8; } .s3 { --c: #f0883e; } .s4 { --c: #f778ba; }
  }
  .line { fill: none; stroke: var(--c); stroke-width: 2.5; stroke-linejoin: round; }
  .dot { fill: var(--c); }
  text.named { fill: var(--c); font-weight: 600; font-size: 12px; }
</style>
${parts.join('\n')}
</svg>
`;
}

type Style = { readonly class?: string; readonly anchor?: 'start' | 'middle' | 'end' };

/** A text with its baseline at y. */
export function label(x: number, y: number, text: string, { class: name, anchor }: Style = {}): string {
  const style = `${name === undefined ? '' : ` class="${name}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`;
  return `<text x="${at(x)}" y="${at(y)}"${style}>${escaped(text)}</text>`;
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, name: string): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${name}"/>`;
}

/** A box with round corners. */
export function box(x: number, y: number, width: number, height: number, name: string): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="3" class="${name}"/>`;
}

/** A coordinate, rounded to keep the file small. */
export function at(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
