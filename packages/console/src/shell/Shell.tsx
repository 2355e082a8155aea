import { AppShell, Burger, CloseButton, Group, Overlay, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Logo } from '../brand/Logo.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';

/** The frame of every page: side bar, top bar and content. On a phone, the side bar is a drawer. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useWords().shell;
  const [location] = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu after navigation.
  useEffect(close, [location]);
  useHotkeys(isOpen ? [['Escape', close]] : []);
  useFocusOnNavigation(location);
  useEffect(ignoreStrayFiles, []);
  return (
    <AppShell
      layout="alt"
      header={{ height: 48 }}
      navbar={{ width: { base: 288, sm: 232 }, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href="#main" className="skip">
        {texts.skip}
      </a>
      <AppShell.Header className="top-bar">
        <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={texts.menu} />
        <div className="top-bar-search">
          <PaletteButton />
        </div>
        <AccountMenu />
      </AppShell.Header>
      {isOpen && <Overlay hiddenFrom="sm" fixed backgroundOpacity={0.4} zIndex={200} onClick={close} />}
      <AppShell.Navbar className="side-bar" data-open={isOpen || undefined}>
        <Group className="side-bar-head" justify="space-between" wrap="nowrap">
          <UnstyledButton component={Link} href="/">
            <Logo />
          </UnstyledButton>
          <CloseButton hiddenFrom="sm" onClick={close} aria-label={texts.closeMenu} />
        </Group>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <ErrorBoundary location={location}>{children}</ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}

/** If the link that was followed is gone with its page, the focus moves to the new page. */
function useFocusOnNavigation(location: string): void {
  const before = useRef(location);
  useEffect(() => {
    if (before.current === location) return;
    before.current = location;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [location]);
}

/** The browser would open a file that is dropped outside a drop zone. */
function ignoreStrayFiles(): () => void {
  const ignore = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}
