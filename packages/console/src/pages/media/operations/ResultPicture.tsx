import { Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';

type State = { readonly url: string; readonly width?: number; readonly height?: number };

/** What the real image server makes of the picture. The last one stays until the next is there. */
export function ResultPicture({ url }: { readonly url: string | undefined }) {
  const texts = useWords().operations;
  const { language } = useLanguage();
  const [shown, setShown] = useState<State>();
  const isMade = url !== undefined && shown?.url === url;
  const number = new Intl.NumberFormat(language);
  const said =
    isMade && shown.width !== undefined && shown.height !== undefined
      ? texts.resultSize(number.format(shown.width), number.format(shown.height))
      : isMade
        ? texts.notMade
        : texts.making;
  return (
    <figure className="picture-figure">
      <Text component="figcaption" size="sm" fw={500} mb={4}>
        {texts.result}{' '}
        <Text span size="xs" c="dimmed" role="status">
          {said} {!isMade && <Loader size={10} aria-hidden />}
        </Text>
      </Text>
      {url !== undefined && (
        <img
          className="picture-result"
          src={url}
          alt={texts.resultAlt}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setShown({ url, width, height })
          }
          onError={() => setShown({ url })}
        />
      )}
    </figure>
  );
}
