import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Enrolled } from '@newsstand/contract/manage';
import { type FormEvent, useEffect, useState } from 'react';
import { encode } from 'uqr';
import { fetchJson } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Snippet } from '../Snippet.tsx';
import { createPasskey } from './passkeys.ts';
import { FactorError, useAction } from './SecondFactorForm.tsx';

type Props = {
  /** Called with the recovery codes, if this was the first factor. */
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => void;
};

/** Creates a passkey, with a name. */
export function PasskeySetup({ onDone }: Props) {
  const texts = useWords().factors.setup;
  const { isRunning, error, run } = useAction();
  const [name, setName] = useState<string>(texts.firstName);
  const create = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const answer = await createPasskey();
      const body = { name, answer };
      onDone((await fetchJson('/session/passkeys', isEnrolled, { method: 'POST', body })).recoveryCodes);
    });
  };
  return (
    <form onSubmit={create}>
      <Stack>
        {error !== undefined && <FactorError error={error} />}
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          required
          autoFocus
          data-autofocus
        />
        <Button type="submit" loading={isRunning}>
          {texts.create}
        </Button>
      </Stack>
    </form>
  );
}

/** Shows a secret to an authenticator app, as a QR code and as text, and asks for a code that it makes. */
export function AppSetup({ onDone }: Props) {
  const { setup: texts, code } = useWords().factors;
  const [secret, setSecret] = useState<AppSecret>();
  const loading = useAction();
  const confirming = useAction();
  // Once: another secret would not be the one that was scanned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void loading.run(async () =>
      setSecret(await fetchJson('/session/totp', isAppSecret, { method: 'POST' })),
    );
  }, []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { secret: secret?.secret, ...Object.fromEntries(new FormData(event.currentTarget)) };
    void confirming.run(async () => {
      const { recoveryCodes } = await fetchJson('/session/totp', isEnrolled, { method: 'PUT', body });
      onDone(recoveryCodes);
    });
  };
  const error = loading.error ?? confirming.error;
  return (
    <form onSubmit={send}>
      <Stack>
        {error !== undefined && <FactorError error={error} />}
        {secret !== undefined && (
          <>
            <Text size="sm">{texts.scan}</Text>
            <Group justify="center">
              <QrCode text={secret.url} label={texts.qr} />
            </Group>
            <Snippet label={texts.key} code={secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
          </>
        )}
        <TextInput
          name="code"
          label={code}
          description={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          autoFocus
          data-autofocus
        />
        <Button type="submit" loading={confirming.isRunning} disabled={secret === undefined}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}

/** Dark on light in every colour scheme: cameras do not read it the other way round. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

type AppSecret = { readonly secret: string; readonly url: string };

function isAppSecret(value: unknown): value is AppSecret {
  return typeof value === 'object' && value !== null && 'secret' in value && 'url' in value;
}

function isEnrolled(value: unknown): value is Enrolled {
  return typeof value === 'object' && value !== null && 'session' in value;
}
