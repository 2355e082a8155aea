import { Button, Checkbox, Input, Paper, Stack, Text } from '@mantine/core';
import type { IssuedKey, KeyOrder } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { isIssuedKey } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { NameInput } from '../../parts/NameInput.tsx';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { DateTimeInput } from '../../time/DateTimeInput.tsx';
import { quickExpiries } from '../../time/quickTimes.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { clientExample, curlExample, exampleOf, type Grant } from './examples.ts';
import { covers, type Grantable, ownedGrantables, withGrant, withoutGrant } from './grants.ts';

/** Creates a key, and shows its secret once. */
export function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const texts = useWords().keys;
  const client = useQueryClient();
  const creating = useMutation({
    mutationFn: (body: KeyOrder) => fetchJson('/keys', isIssuedKey, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (creating.data)
    return <IssuedDialog title={texts.issued.title} issued={creating.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.dialog.title} size="lg">
      <KeyForm onSubmit={creating.mutate} isSending={creating.isPending} error={creating.error} />
    </Modal>
  );
}

type FormProps = {
  readonly onSubmit: (order: KeyOrder) => void;
  readonly isSending: boolean;
  readonly error: unknown;
};

function KeyForm({ onSubmit, isSending, error }: FormProps) {
  const texts = useWords().keys.dialog;
  const owned = ownedGrantables(useProjects(), useSession().operator.roles);
  const [name, setName] = useState('');
  const [grants, setGrants] = useState<readonly Grant[]>([]);
  const [preview, setPreview] = useState(false);
  const [expiresAt, setExpiresAt] = useState<number>();
  const [isTried, setTried] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (grants.length === 0) return;
    onSubmit({ name, grants: [...grants], preview, ...(expiresAt !== undefined && { expiresAt }) });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <NameInput label={texts.name} description={texts.nameHint} value={name} onChange={setName} />
        <GrantPicker
          offered={owned}
          value={grants}
          onChange={setGrants}
          error={isTried && grants.length === 0 ? texts.grantsMissing : undefined}
        />
        <Checkbox
          label={texts.preview}
          description={texts.previewHint}
          checked={preview}
          onChange={({ currentTarget }) => setPreview(currentTarget.checked)}
        />
        <DateTimeInput
          label={texts.expiresAt}
          description={texts.expiresHint}
          quick={quickExpiries}
          value={expiresAt}
          onChange={setExpiresAt}
        />
        {error !== null && <ErrorAlert error={error} />}
        <Button type="submit" loading={isSending} disabled={owned.length === 0}>
          {texts.create}
        </Button>
      </Stack>
    </form>
  );
}

type Props = {
  readonly offered: readonly Grantable[];
  readonly value: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
  readonly error?: string | undefined;
};

/** Chooses what a key can read; granting a project or space includes everything in it. */
function GrantPicker({ offered, value, onChange, error }: Props) {
  const texts = useWords().keys.dialog;
  const id = useId();
  return (
    <Input.Wrapper
      label={texts.grants}
      description={texts.grantsHint}
      error={error}
      labelElement="div"
      labelProps={{ id }}
      required
    >
      <Paper withBorder p="sm" mt={4} mah={280} className="grant-tree" role="group" aria-labelledby={id}>
        {offered.length === 0 && <Text size="sm">{texts.none}</Text>}
        <Branches branches={offered} value={value} onChange={onChange} />
      </Paper>
    </Input.Wrapper>
  );
}

type BranchProps = Pick<Props, 'value' | 'onChange'> & { readonly branches: readonly Grantable[] };

function Branches({ branches, value, onChange }: BranchProps) {
  const texts = useWords().keys.dialog;
  return (
    <ul>
      {branches.map(({ grant, name, apps, inner }) => {
        const isGranted = value.some((each) => covers(each, grant));
        const isWithin = value.some((each) => covers(each, grant) && !covers(grant, each));
        const label = apps.length === 0 ? name : `${name} (${apps.map((app) => texts.apps[app]).join(', ')})`;
        return (
          <li key={name}>
            <Checkbox
              label={label}
              checked={isGranted}
              disabled={isWithin}
              indeterminate={!isGranted && value.some((each) => covers(grant, each))}
              onChange={() => onChange(isGranted ? withoutGrant(value, grant) : withGrant(value, grant))}
            />
            {inner.length > 0 && <Branches branches={inner} value={value} onChange={onChange} />}
          </li>
        );
      })}
    </ul>
  );
}

type IssuedProps = { readonly title: string; readonly issued: IssuedKey; readonly onClose: () => void };

/** A key with its secret, shown once. */
export function IssuedDialog({ title, issued, onClose }: IssuedProps) {
  const texts = useWords().keys.issued;
  return (
    <SecretDialog title={title} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.key} code={issued.key} />
          <Snippet label={texts.secret} code={issued.secret} onCopied={onCopied} />
          <Uses issued={issued} onCopied={onCopied} />
        </>
      )}
    </SecretDialog>
  );
}

/** Examples of using the key, ready to run. */
function Uses({ issued, onCopied }: { readonly issued: IssuedKey; readonly onCopied: () => void }) {
  const texts = useWords().keys.issued;
  const projects = useProjects();
  const { publicUrl } = useSession().service;
  const [example] = issued.grants.flatMap((grant) => exampleOf(grant, projects) ?? []);
  if (example === undefined) return null;
  const credentials = { url: publicUrl, key: issued.key, secret: issued.secret };
  return (
    <>
      <Snippet label="curl" code={curlExample(credentials, example)} onCopied={onCopied} />
      <Snippet label={texts.client} code={clientExample(credentials, example)} onCopied={onCopied} />
    </>
  );
}
