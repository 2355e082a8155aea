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
/** What the script of embeds reads. No HTML that comes in can have it, but only what the renderer makes. */
const embed: (string | [string, RegExp])[] = [
  ...['dataFrame', 'dataHint', 'dataShow', 'dataAlways', 'dataAsk'],
  ['dataProvider', /^\w+$/],
  ['dataSize', /^\d{1,5}x\d{1,5}$/],
];

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
    a: [
      ...['href', 'ariaLabel'],
      ['target', '_blank'],
      ['rel', 'nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer'],
      ['id', /ref_\d+(_\d+)?$/],
      ['role', 'doc-noteref', 'doc-backlink'],
    ],
    aside: [
      ['className', 'block-related', /^block-callout(-(info|tip|warning|danger))?$/],
      ['role', 'note'],
      'ariaLabel',
    ],
    audio: ['src', 'controls', ['preload', 'none', 'metadata']],
    blockquote: ['cite'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    col: [['span', side]],
    colgroup: [['span', side]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    div: [['className', 'block-table'], ['role', 'group'], ['tabIndex', 0], 'ariaLabel'],
    figure: [['className', 'block-gallery', 'block-embed'], ...embed],
    ...{ h1: id, h2: id, h3: id, h4: id, h5: id, h6: id },
    iframe: ['src', ...sides],
    img: ['src', 'srcSet', 'sizes', 'alt', ...sides, ['loading', 'lazy', 'eager'], ['decoding', 'async']],
    ins: ['cite', 'dateTime'],
    li: [
      ['value', /^-?\d{1,6}$/],
      ['id', /note_\d+$/],
    ],
    ol: [['start', /^-?\d{1,6}$/], 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    q: ['cite'],
    section: [['className', 'block-footnotes'], ['role', 'doc-endnotes'], 'ariaLabel'],
    source: ['src', ['type', /^[\w.+-]+\/[\w.+-]+$/]],
    sup: ['dataNote'],
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
