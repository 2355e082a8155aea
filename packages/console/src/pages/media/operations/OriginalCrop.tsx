import { Text } from '@mantine/core';
import { useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ControlProps, changed } from './ControlProps.ts';
import { cropOf, type PercentShape, shapeOf } from './cropShape.ts';

type Props = Pick<ControlProps, 'settings' | 'onChange'> & {
  readonly url: string | undefined;
  readonly width: number;
  readonly height: number;
  /** Tells how large the picture turned out to be. */
  readonly onSize: (width: number, height: number) => void;
};

/** The picture as it was uploaded; a rectangle that is dragged over it is the crop. */
export function OriginalCrop({ settings, onChange, url, width, height, onSize }: Props) {
  const texts = useWords().operations;
  // A rectangle that was only begun has no area yet, and is no crop.
  const [begun, setBegun] = useState<PercentShape>();
  const shape = begun ?? (settings.crop && shapeOf(settings.crop, { width, height }));
  const take = (next: PercentShape) => {
    const crop = cropOf(next, { width, height });
    setBegun(crop === undefined ? next : undefined);
    onChange(changed(settings, { crop }));
  };
  return (
    <figure className="picture-figure">
      <Text component="figcaption" size="sm" fw={500} mb={4}>
        {texts.original}
      </Text>
      {url !== undefined && (
        <ReactCrop
          {...(shape && { crop: { unit: '%' as const, ...shape } })}
          onChange={(_pixels, percent) => take(percent)}
          onDragEnd={() => setBegun(undefined)}
          ruleOfThirds
          ariaLabels={texts.cropLabels}
        >
          <img
            src={url}
            alt={texts.originalAlt}
            onLoad={({ currentTarget }) => onSize(currentTarget.naturalWidth, currentTarget.naturalHeight)}
          />
        </ReactCrop>
      )}
    </figure>
  );
}
