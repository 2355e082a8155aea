import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { IconSearch } from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);

/** Loaded soon after the page, so that it opens at once. */
const loadingDelay = 1500;

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search in everything, as Ctrl+K does, also from a text field. */
export function PaletteButton() {
  const texts = useWords().palette;
  const [isOpen, { open: show, close }] = useDisclosure(false);
  /** Takes what is typed until the palette is there. */
  const early = useRef<HTMLInputElement>(null);
  const open = () => {
    if (early.current !== null && !isOpen) {
      early.current.value = '';
      early.current.focus({ preventScroll: true });
    }
    show();
  };
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), loadingDelay);
    return () => clearTimeout(timer);
  }, []);
  // In a text, the same keys make a link.
  const openUnlessTaken = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    open();
  };
  useHotkeys([['mod+K', openUnlessTaken, { preventDefault: false }]], [], true);
  return (
    <>
      <UnstyledButton className="search-button" onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <span className="search-text">{texts.button}</span>
        <Kbd visibleFrom="sm">{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette early={early} onClose={close} />
        </Suspense>
      )}
      <VisuallyHidden component="input" ref={early} tabIndex={-1} aria-label={texts.label} />
    </>
  );
}
