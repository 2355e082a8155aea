/** The sources of the samples, drawn as SVG. Without text, whose shape depends on the machine. */

const width = 240;
const height = 160;

/** A landscape with something for every operation, and its focus off centre. */
export const scene = svg(width, height, landscape());

/** The same in fog, with few levels. */
export const fog = svg(
  width,
  height,
  `${landscape()}<rect width="${width}" height="${height}" fill="#b9c2c9" opacity=".72"/>`,
);

/** The landscape between two bands of a single colour. */
export const postcard = svg(
  width,
  200,
  `<rect width="${width}" height="200" fill="#f4d35e"/><rect y="180" width="${width}" height="20" fill="#7b4bb7"/>
<svg y="20" width="${width}" height="${height}">${landscape()}</svg>`,
);

/** An upright picture. */
export const upright = svg(
  120,
  180,
  `${sky(120, 180)}<path fill="#5f9e58" d="M0 140 Q35 118 70 138 T120 130 V180 H0Z"/>
<path fill="#3f7d46" d="M0 160 Q50 140 120 162 V180 H0Z"/>${balloon(60, 62, 1.35)}`,
);

/** A picture with a transparent background. */
export const cutOut = svg(120, 160, balloon(60, 62, 1.5));

function svg(across: number, down: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">${content}</svg>`;
}

function sky(across: number, down: number): string {
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#4f9fdc"/><stop offset=".7" stop-color="#fbe6bd"/></linearGradient>
<rect width="${across}" height="${down}" fill="url(#sky)"/>`;
}

function landscape(): string {
  return `${sky(width, height)}
<circle cx="112" cy="36" r="13" fill="#fff4c2"/>
<g fill="#fff" opacity=".85"><ellipse cx="46" cy="32" rx="26" ry="7"/><ellipse cx="58" cy="26" rx="14" ry="8"/></g>
<path fill="#7688ae" d="M0 104 L44 62 L74 92 L112 56 L158 100 L200 76 L240 104Z"/>
<path fill="#eef3fa" d="M44 62 L34 72 L42 70 L48 75 L54 72Z M112 56 L99 69 L108 67 L115 73 L124 68Z"/>
<path fill="#6aa85c" d="M0 100 Q60 84 120 102 T240 96 V140 H0Z"/>
<path fill="#2f6f9f" d="M0 132 H240 V160 H0Z"/>
<g stroke="#9cc9e4" stroke-width="1.5">${ripples()}</g>
${house()}${trees()}${balloon(186, 50, 1)}`;
}

function ripples(): string {
  const places = [8, 66, 130, 178, 34, 98, 152, 206, 14, 82, 126, 190];
  return places
    .map((x, index) => `<path d="M${x} ${139 + 7 * Math.floor(index / 4)}h${18 + (index % 3) * 5}"/>`)
    .join('');
}

/** With thin lines and small panes, to show blurring and sharpening. */
function house(): string {
  const posts = [...Array(9).keys()].map((index) => `<path d="M${4 + index * 7} 118v10"/>`).join('');
  return `<path fill="#f3e9d8" d="M22 96h32v30h-32z"/><path fill="#8c3b2e" d="M17 97L38 80L59 97Z"/>
<path fill="#394b63" d="M27 102h8v8h-8z M41 102h8v8h-8z M34 114h8v12h-8z"/>
<path stroke="#f3e9d8" stroke-width="1" fill="none" d="M31 102v8 M27 106h8 M45 102v8 M41 106h8"/>
<g stroke="#fffaf0" stroke-width="2">${posts}<path d="M1 121h64"/></g>`;
}

function trees(): string {
  return [92, 108, 126, 222]
    .map((x, index) => {
      const top = 92 + (index % 2) * 7;
      return `<path fill="#5b4432" d="M${x - 2} 120h4v9h-4z"/>
<path fill="#1f5a3c" d="M${x} ${top}L${x - 10} 122H${x + 10}Z"/>`;
    })
    .join('');
}

function balloon(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">
<path stroke="#5b4432" d="M-11 24L-5 40 M11 24L5 40"/>
<path fill="#d7263d" d="M0 -32C-40 -32 -32 14 -12 26H12C32 14 40 -32 0 -32Z"/>
<path fill="#ffd23f" d="M0 -32C-18 -28 -16 14 -6 26H6C16 14 18 -28 0 -32Z"/>
<path fill="#d7263d" d="M0 -32C-6 -28 -5 14 -2 26H2C5 14 6 -28 0 -32Z"/>
<path fill="#7a4a1e" d="M-6 39h12v8h-12z"/></g>`;
}
