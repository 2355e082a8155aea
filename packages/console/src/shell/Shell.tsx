import { AppShell, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useWords } from '../words/LanguageProvider.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { PageGuard } from './PageGuard.tsx';
import { shellWords } from './shellWords.ts';

/** What stands around every page: where one is, where one can go, and who one is. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useWords(shellWords);
  const [location] = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has arrived needs the menu no more.
  useEffect(close, [location]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 250, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#main" className="skip">
        {texts.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={texts.menu} />
            <UnstyledButton component={Link} href="/">
              <Text fw={700} size="lg">
                Newsstand
              </Text>
            </UnstyledButton>
          </Group>
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PageGuard location={location}>{children}</PageGuard>
      </AppShell.Main>
    </AppShell>
  );
}
