import type { Schema } from 'hast-util-sanitize';
import { blockElements } from './tidyHtml.ts';

const web = ['http', 'https'];
const side = /^\d{1,5}$/;
const sides: [string, RegExp][] = [
  ['width', side],
  ['height', side],
];
const cell: (string | [string, RegExp])[] = [
  ['colSpan', side],
  ['rowSpan', side],
];
const id = ['id'];

/** All that ever leaves the sanitiser: nothing that runs, no styles, no URLs but those of the web. */
export const schema = {
  tagNames: [...blockElements],
  // Spelled out, because the library fills in its own defaults for what is missing.
  allowComments: false,
  allowDoctypes: false,
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
  ancestors: { source: ['video', 'audio'] },
  protocols: { href: [...web, 'mailto', 'tel'], src: web, srcSet: web, poster: web, cite: web },
  attributes: {
    '*': ['lang', 'title', ['dir', 'ltr', 'rtl', 'auto']],
    a: ['href', ['target', '_blank'], ['rel', 'nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer']],
    audio: ['src', 'controls', ['preload', 'none', 'metadata']],
    blockquote: ['cite'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    col: [['span', side]],
    colgroup: [['span', side]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    ...{ h1: id, h2: id, h3: id, h4: id, h5: id, h6: id },
    iframe: ['src', ...sides],
    img: ['src', 'srcSet', 'sizes', 'alt', ...sides, ['loading', 'lazy', 'eager'], ['decoding', 'async']],
    ins: ['cite', 'dateTime'],
    li: [['value', /^-?\d{1,6}$/]],
    ol: [['start', /^-?\d{1,6}$/], 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    q: ['cite'],
    source: ['src', ['type', /^[\w.+-]+\/[\w.+-]+$/]],
    td: cell,
    th: [...cell, ['scope', 'row', 'col', 'rowgroup', 'colgroup']],
    time: ['dateTime'],
    video: ['src', 'poster', ...sides, 'controls', 'playsInline', ['preload', 'none'], 'dataMediaId'],
  },
  required: {
    audio: { controls: true, preload: 'none' },
    iframe: {
      ...{ loading: 'lazy', allowFullScreen: true, referrerPolicy: 'strict-origin-when-cross-origin' },
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-presentation'],
    },
    img: { alt: '', loading: 'lazy', decoding: 'async' },
    video: { controls: true, playsInline: true, preload: 'none' },
  },
} satisfies Schema;
