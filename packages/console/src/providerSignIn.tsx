import { Alert, Button, Code, Divider, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchJson, sendRequest } from './api/request.ts';
import { useWords } from './words/LanguageProvider.tsx';

/** A provider, as the page itself names it. */
type Provider = { readonly id: string; readonly name: string };

/** What the page says of itself. */
export function metaOf(name: string): string | null | undefined {
  return document.querySelector(`meta[name="newsstand-${name}"]`)?.getAttribute('content');
}

/** The providers that operators may sign in by. */
export function providersHere(): readonly Provider[] {
  const list: unknown = JSON.parse(metaOf('providers') ?? '[]');
  return Array.isArray(list) ? list.filter(isProvider) : [];
}

function isProvider(value: unknown): value is Provider {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
}

/** Whether operators may sign in with passwords. */
export function allowsPasswords(): boolean {
  return metaOf('passwords') !== 'off';
}

function isDeparture(value: unknown): value is { readonly url: string } {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}

/** Goes to a provider, and comes back to a page of the console. */
export async function goToProvider(
  path: string,
  body: Readonly<Record<string, string>>,
  leave: (url: string) => void = (url) => location.assign(url),
): Promise<void> {
  const { url } = await fetchJson(path, isDeparture, { method: 'POST', body });
  leave(url);
}

const refusedName = 'refused';

/** Why signing in by a provider has failed, as the address says it. It is then removed from the address. */
export function useRefusal(): string | undefined {
  const texts = useWords().providers.refused;
  const [code] = useState(() => new URLSearchParams(location.search).get(refusedName));
  useEffect(() => {
    if (code !== null) history.replaceState(history.state, '', withoutRefusal());
  }, [code]);
  if (code === null) return undefined;
  return Object.entries(texts).find(([name]) => name === code)?.[1] ?? texts.failed;
}

/** The path of this page, as it is without the reason of a refusal. */
function withoutRefusal(): string {
  const query = new URLSearchParams(location.search);
  query.delete(refusedName);
  return location.pathname + (query.size === 0 ? '' : `?${query}`);
}

type ProviderButtonsProps = {
  /** The token of an invitation to accept. */
  readonly token?: string;
  /** Whether another way to sign in stands above. */
  readonly isSecond: boolean;
  readonly onError: (error: unknown) => void;
  /** Goes to a provider in another window; this one then waits. */
  readonly onLeave?: (url: string) => void;
};

/** A button for each provider. */
export function ProviderButtons({ token, isSecond, onError, onLeave }: ProviderButtonsProps) {
  const texts = useWords().providers;
  const [leaving, setLeaving] = useState<string>();
  const providers = providersHere();
  if (providers.length === 0) return null;
  const leave = async (id: string) => {
    setLeaving(id);
    onError(undefined);
    try {
      const purpose = token === undefined ? { returnTo: withoutRefusal() } : { token };
      await goToProvider(`/session/providers/${encodeURIComponent(id)}`, purpose, onLeave);
      if (onLeave !== undefined) setLeaving(undefined);
    } catch (error) {
      onError(error);
      setLeaving(undefined);
    }
  };
  return (
    <Stack gap="sm">
      {isSecond && <Divider label={texts.or} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={leaving === id}
          disabled={leaving !== undefined && leaving !== id}
          onClick={() => void leave(id)}
        >
          {texts.continueWith(name)}
        </Button>
      ))}
    </Stack>
  );
}

/** What to say where passwords are switched off. */
export function PasswordsOffNote() {
  const texts = useWords().providers;
  if (providersHere().length > 0) return <Text size="sm">{texts.passwordsOff}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.passwordsOff}</Text>
      <Text size="sm">{texts.noWay}</Text>
      <Code block>newsstand operator link NAME --break-glass</Code>
    </Stack>
  );
}

/** Accepts an invitation without a password: the next step sets up a passkey. */
export function PasskeyWelcome({
  token,
  onError,
}: {
  readonly token: string;
  readonly onError: (error: unknown) => void;
}) {
  const texts = useWords().providers;
  const { isSending, send } = useTokenRequest('/invitations', token, onError);
  return (
    <Stack>
      <Text>{texts.invited}</Text>
      <Button loading={isSending} onClick={() => void send()}>
        {texts.withPasskey}
      </Button>
    </Stack>
  );
}

/** Presents the token of a link, and continues to the console. */
function useTokenRequest(path: string, token: string, onError: (error: unknown) => void) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await sendRequest(path, { method: 'POST', body: { token } });
      location.assign('/console/');
    } catch (error) {
      onError(error);
      setSending(false);
    }
  };
  return { isSending, send };
}

/** The prefix of a link of the command line that signs in whatever is demanded. */
export const breakGlassPrefix = 'nsb_';

/** Signs in with such a link, but not by merely opening it: what previews links must not use it up. */
export function BreakGlassForm({
  token,
  onError,
}: {
  readonly token: string;
  readonly onError: (error: unknown) => void;
}) {
  const texts = useWords().providers;
  const { isSending, send } = useTokenRequest('/session/break-glass', token, onError);
  return (
    <Stack>
      <Alert color="yellow">{texts.breakGlassText}</Alert>
      <Button loading={isSending} onClick={() => void send()}>
        {texts.breakGlass}
      </Button>
    </Stack>
  );
}
