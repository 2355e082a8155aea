import { Accordion, Stack, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { FrameControls } from './FrameControls.tsx';
import { type ControlProps, RawField, SliderField } from './fields.tsx';
import { readNumber, readRgb, readSharpen, type Sharpen, writeRgb, writeSharpen } from './filterTexts.ts';
import { ShapeControls } from './ShapeControls.tsx';
import { withFilters } from './settings.ts';

/** All controls, in groups that can be collapsed. */
export function Controls({
  width,
  height,
  ...props
}: ControlProps & { readonly width: number; readonly height: number }) {
  const texts = useWords().operations;
  return (
    <Accordion multiple defaultValue={['shape']} variant="separated" order={2}>
      <ControlGroup name="shape" title={texts.shape}>
        <ShapeControls {...props} width={width} height={height} />
      </ControlGroup>
      <ControlGroup name="colours" title={texts.colours}>
        <ColourControls {...props} />
      </ControlGroup>
      <ControlGroup name="details" title={texts.details}>
        <DetailControls {...props} />
      </ControlGroup>
      <ControlGroup name="frame" title={texts.frame}>
        <FrameControls {...props} />
      </ControlGroup>
      <ControlGroup name="advanced" title={texts.advanced}>
        <ConvolutionField {...props} />
      </ControlGroup>
    </Accordion>
  );
}

function ControlGroup({
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
      value={settings.filters?.convolution ?? ''}
      onChange={({ currentTarget }) =>
        onChange(withFilters(settings, { convolution: currentTarget.value || undefined }))
      }
      error={faults.get('convolution')}
    />
  );
}

/** Light and colour. */
function ColourControls({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const filters = settings.filters ?? { type: 'filters' };
  return (
    <>
      {(['brightness', 'contrast'] as const).map((name) => (
        <RawField
          key={name}
          label={texts[name]}
          text={filters[name]}
          isRead={readNumber(filters[name]) !== undefined}
          onChange={(text) => onChange(withFilters(settings, { [name]: text }))}
          error={faults.get(name)}
        >
          <SliderField
            label={texts[name]}
            {...{ neutral: 0, min: -100, max: 100 }}
            value={readNumber(filters[name])}
            onChange={(value) =>
              onChange(withFilters(settings, { [name]: value === undefined ? undefined : `${value}` }))
            }
            error={faults.get(name)}
          />
        </RawField>
      ))}
      <RgbField settings={settings} onChange={onChange} faults={faults} />
      {(['grayscale', 'equalize'] as const).map((name) => (
        <Switch
          key={name}
          label={texts[name]}
          checked={filters[name] ?? false}
          onChange={({ currentTarget }) =>
            onChange(withFilters(settings, { [name]: currentTarget.checked || undefined }))
          }
        />
      ))}
    </>
  );
}

const none = { red: 0, green: 0, blue: 0 };

function RgbField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const rgb = settings.filters?.rgb;
  const read = rgb === undefined ? undefined : readRgb(rgb);
  const put = (text: string | undefined) => onChange(withFilters(settings, { rgb: text }));
  return (
    <RawField label="RGB" text={rgb} isRead={read !== undefined} onChange={put} error={faults.get('rgb')}>
      {(['red', 'green', 'blue'] as const).map((name) => (
        <SliderField
          key={name}
          label={texts[name]}
          {...{ neutral: 0, min: -100, max: 100 }}
          value={read?.[name] || undefined}
          onChange={(value = 0) => {
            const next = { ...none, ...read, [name]: value };
            put(Object.values(next).every((part) => part === 0) ? undefined : writeRgb(next));
          }}
          error={name === 'blue' ? faults.get('rgb') : undefined}
        />
      ))}
    </RawField>
  );
}

const numbers = [
  ['quality', 80, 1, 100],
  ['blur', 0, 0, 150],
  ['noise', 0, 0, 100],
] as const;

/** Sharpness and quality. */
function DetailControls({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  return (
    <>
      {numbers.map(([name, neutral, min, max]) => (
        <SliderField
          key={name}
          label={texts[name]}
          {...{ neutral, min, max }}
          value={settings.filters?.[name]}
          onChange={(value) => onChange(withFilters(settings, { [name]: value }))}
          error={faults.get(name)}
        />
      ))}
      <SharpenField settings={settings} onChange={onChange} faults={faults} />
    </>
  );
}

const defaultSharpen: Sharpen = { amount: 1, radius: 1, isLuminanceOnly: true };

function SharpenField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const sharpen = settings.filters?.sharpen;
  const read = sharpen === undefined ? undefined : readSharpen(sharpen);
  const put = (text: string | undefined) => onChange(withFilters(settings, { sharpen: text }));
  const set = (part: Partial<Sharpen>) => put(writeSharpen({ ...defaultSharpen, ...read, ...part }));
  return (
    <RawField
      label={texts.sharpen}
      text={sharpen}
      isRead={read !== undefined}
      onChange={put}
      error={faults.get('sharpen')}
    >
      <Switch
        label={texts.sharpen}
        checked={read !== undefined}
        onChange={({ currentTarget }) =>
          put(currentTarget.checked ? writeSharpen(defaultSharpen) : undefined)
        }
        error={faults.get('sharpen')}
      />
      {read && (
        <>
          <SliderField
            label={texts.amount}
            {...{ neutral: 1, min: 0, max: 10, step: 0.1 }}
            value={read.amount}
            onChange={(amount = defaultSharpen.amount) => set({ amount })}
          />
          <SliderField
            label={texts.radius}
            {...{ neutral: 1, min: 0, max: 10, step: 0.5 }}
            value={read.radius}
            onChange={(radius = defaultSharpen.radius) => set({ radius })}
          />
          <Switch
            label={texts.luminance}
            checked={read.isLuminanceOnly}
            onChange={({ currentTarget }) => set({ isLuminanceOnly: currentTarget.checked })}
          />
        </>
      )}
    </RawField>
  );
}
