import { frameOrigins } from '@newsstand/html';

/** Where cards of embeds are, and where a reader's choices are kept. */
export interface EmbedOptions {
  /** Default: the whole page. */
  root?: ParentNode | undefined;
  /** Keeps who may always be shown. Default: `localStorage`; `null` for nothing. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null | undefined;
}

const key = 'newsstand-embeds';
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';

/**
 * Gives the cards that `renderBody` writes for embeds a button, which puts a frame of the other site in their place. Before that,
 * nothing of the other site is loaded, unless the reader has said that it may always be.
 */
export function showEmbeds({ root = document, storage = defaultStorage() }: EmbedOptions = {}): void {
  const figures = [...root.querySelectorAll<HTMLElement>('figure[data-frame]')];
  for (const figure of figures.filter(isFresh)) {
    if (remembered(storage).includes(figure.dataset['provider'] ?? '')) show(figure);
    else ask(figure);
  }

  function ask(figure: HTMLElement): void {
    const { provider = '', hint, show: label, always } = figure.dataset;
    const button = make('button', { type: 'button', textContent: label ?? '' });
    const box = make('input', { type: 'checkbox' });
    const choice = make('label', {});
    choice.append(box, ` ${always}`);
    const row = make('div', {}, 'consent');
    row.append(make('p', { textContent: hint ?? '' }), button, ...(storage === null ? [] : [choice]));
    figure.firstElementChild?.append(row);
    button.addEventListener('click', () => {
      if (box.checked) remember(storage, [...remembered(storage), provider]);
      show(figure, true);
      if (!box.checked) return;
      for (const other of figures)
        if (other.dataset['provider'] === provider && !other.querySelector('iframe')) show(other);
    });
  }

  function show(figure: HTMLElement, isAsked = false): void {
    const card = figure.firstElementChild;
    if (card === null) return;
    card.querySelector('[data-part="consent"]')?.remove();
    const frame = frameOf(figure, card.querySelector('a')?.textContent ?? '', isAsked);
    card.replaceWith(frame);
    if (isAsked) frame.focus();
    const { provider = '', ask: label = '' } = figure.dataset;
    if (!remembered(storage).includes(provider)) return;
    const button = make('button', { type: 'button', textContent: label }, 'ask');
    frame.after(button);
    button.addEventListener('click', () => {
      remember(
        storage,
        remembered(storage).filter((each) => each !== provider),
      );
      button.remove();
      frame.replaceWith(card);
      ask(figure);
    });
  }
}

/** Forgets who may always be shown. */
export function forgetEmbeds(storage: EmbedOptions['storage'] = defaultStorage()): void {
  remember(storage, []);
}

/** Not yet prepared, and with a frame that may be shown at all. */
function isFresh(figure: HTMLElement): boolean {
  const { frame = '' } = figure.dataset;
  const isKnown = URL.canParse(frame) && frameOrigins.includes(new URL(frame).origin);
  return isKnown && figure.querySelector('iframe, [data-part]') === null;
}

function frameOf({ dataset }: HTMLElement, title: string, isAsked: boolean): HTMLIFrameElement {
  const url = new URL(dataset['frame'] ?? '');
  // Who has asked for a film need not ask twice.
  if (isAsked && dataset['provider'] !== 'x') url.searchParams.set('autoplay', '1');
  const frame = make('iframe', { title, src: url.href, referrerPolicy: 'strict-origin-when-cross-origin' });
  frame.setAttribute('sandbox', sandbox);
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.style.aspectRatio = (dataset['size'] ?? '16x9').replace('x', ' / ');
  if (dataset['provider'] === 'x') fitHeight(frame);
  return frame;
}

/** A post says how high it is, once it is loaded. */
function fitHeight(frame: HTMLIFrameElement): void {
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    const height: unknown = data?.['twttr.embed']?.params?.[0]?.height;
    if (typeof height !== 'number' || !(height > 0 && height < 5000)) return;
    frame.style.aspectRatio = 'auto';
    frame.style.height = `${height}px`;
  });
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  part?: string,
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  if (part !== undefined) element.setAttribute('data-part', part);
  return element;
}

/** Reading the name throws where storage is forbidden. */
function defaultStorage(): EmbedOptions['storage'] {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function remembered(storage: EmbedOptions['storage']): readonly string[] {
  try {
    return storage?.getItem(key)?.split(' ').filter(Boolean) ?? [];
  } catch {
    return [];
  }
}

function remember(storage: EmbedOptions['storage'], providers: readonly string[]): void {
  try {
    if (providers.length === 0) storage?.removeItem(key);
    else storage?.setItem(key, [...new Set(providers)].join(' '));
  } catch {
    // It holds for this page then.
  }
}
