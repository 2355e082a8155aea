import { Button, Group, Input, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import { useWords } from '../../../words/LanguageProvider.tsx';
import {
  type AspectName,
  aspectCrop,
  aspectNames,
  aspectOf,
  cropOf,
  type PercentShape,
  shapeOf,
} from './cropShape.ts';
import type { ControlProps } from './fields.tsx';
import { withOperations } from './settings.ts';

type Props = Pick<ControlProps, 'settings' | 'onChange'> & {
  readonly url: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly focalPoint: { readonly x: number; readonly y: number } | undefined;
  /** Reports the dimensions of the loaded picture. */
  readonly onSize: (width: number, height: number) => void;
};

/** The uploaded picture; drag a rectangle over it to crop, free or in a ratio. The handles also take arrow keys. */
export function OriginalCrop({ settings, onChange, url, width, height, focalPoint, onSize }: Props) {
  const texts = useWords().operations;
  // A rectangle that was only started is empty, and not a crop yet.
  const [started, setStarted] = useState<PercentShape>();
  const [name, setName] = useState<AspectName>('free');
  const [custom, setCustom] = useState({ width: 5, height: 4 });
  const sides = { width, height };
  const aspect = aspectOf(name, sides, custom);
  const shape = started ?? (settings.crop && shapeOf(settings.crop, sides));
  const put = (crop: ReturnType<typeof cropOf>) =>
    onChange(withOperations(settings, { crop: crop && { type: 'crop', ...crop } }));
  const take = (next: PercentShape) => {
    const crop = cropOf(next, sides);
    setStarted(crop === undefined ? next : undefined);
    put(crop);
  };
  const hold = (next: AspectName, ratio = custom) => {
    setName(next);
    setCustom(ratio);
    const held = aspectOf(next, sides, ratio);
    if (held !== undefined && width > 0) put(aspectCrop(held, sides, focalPoint));
  };
  return (
    <figure className="picture-figure picture-canvas">
      <Text component="figcaption" size="sm" fw={500} mb={4}>
        {texts.original}
      </Text>
      <Group gap={6} mb="xs" role="group" aria-label={texts.aspect}>
        {aspectNames.map((each) => (
          <Button
            key={each}
            size="compact-sm"
            variant={each === name ? 'filled' : 'default'}
            aria-pressed={each === name}
            onClick={() => hold(each)}
          >
            {each === 'free' || each === 'original' || each === 'custom' ? texts.aspects[each] : each}
          </Button>
        ))}
        {name === 'custom' && <CustomRatio value={custom} onChange={(ratio) => hold('custom', ratio)} />}
      </Group>
      {url !== undefined && (
        <ReactCrop
          {...(shape && { crop: { unit: '%' as const, ...shape } })}
          {...(aspect !== undefined && { aspect })}
          onChange={(_pixels, percent) => take(percent)}
          onDragEnd={() => setStarted(undefined)}
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

type Ratio = { readonly width: number; readonly height: number };

function CustomRatio({
  value,
  onChange,
}: {
  readonly value: Ratio;
  readonly onChange: (ratio: Ratio) => void;
}) {
  const texts = useWords().operations;
  return (
    <Input.Wrapper>
      <Group gap={4} wrap="nowrap">
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            aria-label={texts.ratioOf(texts[side])}
            size="xs"
            w={64}
            min={1}
            max={10_000}
            hideControls
            value={value[side]}
            onChange={(number) => {
              if (typeof number === 'number' && number > 0) onChange({ ...value, [side]: number });
            }}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
