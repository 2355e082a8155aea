import { Button } from '@mantine/core';
import { IconDownload } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import { Snippet } from '../Snippet.tsx';

type Props = { readonly codes: readonly string[]; readonly onClose: () => void };

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const texts = useWords().factors.recovery;
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = texts.file;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <SecretDialog title={texts.title} text={texts.text} notCopied={texts.notCopied} onClose={onClose}>
      {(onCopied) => (
        <>
          <Snippet label={texts.label} code={text} onCopied={onCopied} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              download();
              onCopied();
            }}
          >
            {texts.download}
          </Button>
        </>
      )}
    </SecretDialog>
  );
}
