import type { IssuedKey } from '@newsstand/contract/manage';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { OnceDialog } from '../../parts/OnceDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { clientExample, curlExample, exampleOf } from './examples.ts';

type Props = { readonly title: string; readonly issued: IssuedKey; readonly onClose: () => void };

/** A key with its secret, this once. */
export function IssuedDialog({ title, issued, onClose }: Props) {
  const texts = useWords().keys.issued;
  return (
    <OnceDialog title={title} text={texts.once} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.key} code={issued.key} />
          <Snippet label={texts.secret} code={issued.secret} onCopied={onCopied} />
          <Uses issued={issued} onCopied={onCopied} />
        </>
      )}
    </OnceDialog>
  );
}

/** How the key is used, ready to run. */
function Uses({ issued, onCopied }: { readonly issued: IssuedKey; readonly onCopied: () => void }) {
  const texts = useWords().keys.issued;
  const projects = useProjects();
  const { publicUrl } = useSession().service;
  const [example] = issued.grants.flatMap((grant) => exampleOf(grant, projects) ?? []);
  if (example === undefined) return null;
  const use = { url: publicUrl, key: issued.key, secret: issued.secret };
  return (
    <>
      <Snippet label="curl" code={curlExample(use, example)} onCopied={onCopied} />
      <Snippet label={texts.client} code={clientExample(use, example)} onCopied={onCopied} />
    </>
  );
}
