import { Stack } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import { Panel } from '../../parts/Panel.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { CopyField } from './CopyField.tsx';

/** Where readers get it. */
export function MediaAddresses({ media }: { readonly media: Media }) {
  const texts = useWords().mediaDetails;
  const { assets = [] } = media;
  const names = ['accessUrl', 'thumbnailAccessUrl', 'originalUrl'] as const;
  return (
    <Panel title={texts.addresses}>
      {names.map((name) => {
        const url = media[name];
        return url === undefined ? null : <CopyField key={name} label={texts.address[name]} text={url} />;
      })}
      {assets.length > 0 && (
        <details>
          <summary>{texts.files(assets.length)}</summary>
          <Stack gap="xs" mt="xs">
            {assets.map(({ path, accessUrl }) => (
              <CopyField key={path} label={path} text={accessUrl} />
            ))}
          </Stack>
        </details>
      )}
    </Panel>
  );
}
