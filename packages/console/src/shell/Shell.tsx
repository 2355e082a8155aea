import { Alert, AppShell, Burger, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useWords } from '../words/LanguageProvider.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Navigation } from './Navigation.tsx';

/** What stands around every page: where one is, where one can go, and who one is. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useWords().shell;
  const [location] = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has arrived needs the menu no more.
  useEffect(close, [location]);
  useHotkeys(isOpen ? [['Escape', close]] : []);
  useArrival(location);
  useEffect(refuseStrayFiles, []);
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

/** Whoever came by a link that is gone with its page goes on at the beginning of the new one, not of the window. */
function useArrival(location: string): void {
  const before = useRef(location);
  useEffect(() => {
    if (before.current === location) return;
    before.current = location;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [location]);
}

/** A file that is dropped beside the place for it would be opened by the browser instead of the console. */
function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}

type Props = { readonly location: string; readonly children: ReactNode };

/** Keeps the rest of the console where one page fails; another page is tried anew. React offers this to classes only. */
class PageGuard extends Component<Props> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ location }: Props) {
    if (location !== this.props.location) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const texts = useWords().pageGuard;
  return (
    <Alert color="red" title={texts.title} role="alert">
      {texts.text}
      <div>
        <Button mt="sm" size="xs" color="red" onClick={() => window.location.reload()}>
          {texts.again}
        </Button>
      </div>
    </Alert>
  );
}
