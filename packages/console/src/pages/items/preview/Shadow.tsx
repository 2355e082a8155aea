import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { previewStyle } from './previewStyle.ts';

/** Shows its content with styles of its own, untouched by those of the page. Links lead nowhere but within it. */
export function Shadow({ children }: { readonly children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot>();
  useLayoutEffect(() => {
    if (host.current === null) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(previewStyle);
    shadow.adoptedStyleSheets = [sheet];
    shadow.addEventListener('click', stayHere);
    setRoot(shadow);
  }, []);
  return <div ref={host}>{root && createPortal(children, root)}</div>;
}

/** A preview is to be looked at: whoever clicks a link must not lose what they write. */
function stayHere(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  const { hash } = new URL(link.href, location.href);
  const root = link.getRootNode();
  if (hash !== '' && root instanceof ShadowRoot)
    root.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'center' });
}
