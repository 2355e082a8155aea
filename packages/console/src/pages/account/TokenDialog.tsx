import { Button, Modal, Stack } from '@mantine/core';
import type { IssuedToken } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { NameInput } from '../../parts/NameInput.tsx';
import { OnceDialog } from '../../parts/OnceDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { MomentInput } from '../../time/MomentInput.tsx';
import { quickExpiries } from '../../time/nextMoment.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Makes a token, and shows it this once. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack();
  const texts = useWords().account.token;
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [expiresAt, setExpiresAt] = useState<number>();
  const making = useMutation({
    mutationFn: () => ask<IssuedToken>('/session/tokens', { method: 'POST', body: { name, expiresAt } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  if (making.data) return <IssuedTokenDialog token={making.data.token} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.dialog}>
      <form onSubmit={send}>
        <Stack>
          <NameInput label={texts.name} description={texts.nameHint} value={name} onChange={setName} />
          <MomentInput
            label={texts.expiresAt}
            description={texts.expiresHint}
            quick={quickExpiries}
            value={expiresAt}
            onChange={setExpiresAt}
          />
          {making.error && <Trouble error={making.error} />}
          <Button type="submit" loading={making.isPending}>
            {texts.create}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function IssuedTokenDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const texts = useWords().account.token;
  const curl = `curl "${location.origin}${manageRoot}/projects" \\\n  -H "authorization: Bearer ${token}"`;
  return (
    <OnceDialog title={texts.issued} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.label} code={token} onCopied={onCopied} />
          <Snippet label="curl" code={curl} onCopied={onCopied} />
        </>
      )}
    </OnceDialog>
  );
}
