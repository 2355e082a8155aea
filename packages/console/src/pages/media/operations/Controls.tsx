import { Accordion, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { ColourControls } from './ColourControls.tsx';
import { type ControlProps, filtered } from './ControlProps.ts';
import { CropField } from './CropField.tsx';
import { DetailControls } from './DetailControls.tsx';
import { FrameControls } from './FrameControls.tsx';
import { ShapeControls } from './ShapeControls.tsx';

type Props = ControlProps & { readonly width: number; readonly height: number };

/** All controls, in groups that open. */
export function Controls({ width, height, ...props }: Props) {
  const texts = useWords().operations;
  return (
    <Accordion multiple defaultValue={['shape']} variant="separated" order={2}>
      <Group name="shape" title={texts.shape}>
        <CropField {...props} width={width} height={height} />
        <ShapeControls {...props} />
      </Group>
      <Group name="colours" title={texts.colours}>
        <ColourControls {...props} />
      </Group>
      <Group name="details" title={texts.details}>
        <DetailControls {...props} />
      </Group>
      <Group name="frame" title={texts.frame}>
        <FrameControls {...props} />
      </Group>
      <Group name="advanced" title={texts.advanced}>
        <ConvolutionField {...props} />
      </Group>
    </Accordion>
  );
}

function Group({
  name,
  title,
  children,
}: {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>{title}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function ConvolutionField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  return (
    <TextInput
      label={texts.convolution}
      description={texts.convolutionHint}
      value={settings.filters.convolution ?? ''}
      onChange={({ currentTarget }) =>
        onChange(filtered(settings, { convolution: currentTarget.value || undefined }))
      }
      error={faults.get('convolution')}
    />
  );
}
