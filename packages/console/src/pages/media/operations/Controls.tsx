import {
  Accordion,
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Slider,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ControlProps, changed, filtered } from './ControlProps.ts';
import { FrameControls } from './FrameControls.tsx';
import { readNumber, readRgb, readSharpen, type Sharpen, writeRgb, writeSharpen } from './filterTexts.ts';
import { RawField } from './RawField.tsx';
import { ShapeControls } from './ShapeControls.tsx';

type Props = ControlProps & { readonly width: number; readonly height: number };

/** All controls, in groups that open. */
export function Controls({ width, height, ...props }: Props) {
  const texts = useWords().operations;
  return (
    <Accordion multiple defaultValue={['shape']} variant="separated" order={2}>
      <ControlGroup name="shape" title={texts.shape}>
        <CropField {...props} width={width} height={height} />
        <ShapeControls {...props} />
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
      value={settings.filters.convolution ?? ''}
      onChange={({ currentTarget }) =>
        onChange(filtered(settings, { convolution: currentTarget.value || undefined }))
      }
      error={faults.get('convolution')}
    />
  );
}

const edges = ['left', 'top', 'right', 'down'] as const;

/** The edges of the crop as numbers: for the keyboard, and for those who know them. */
function CropField({
  settings,
  onChange,
  faults,
  width,
  height,
}: ControlProps & { readonly width: number; readonly height: number }) {
  const texts = useWords().operations;
  const crop = settings.crop ?? { left: 0, top: 0, right: width, down: height };
  return (
    <Input.Wrapper label={texts.crop} labelElement="div" error={faults.get('crop')}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        {edges.map((edge) => (
          <NumberInput
            key={edge}
            label={texts[edge]}
            size="xs"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={crop[edge]}
            onChange={(value) => {
              if (typeof value === 'number')
                onChange(changed(settings, { crop: { ...crop, [edge]: value } }));
            }}
          />
        ))}
      </Group>
      {settings.crop && (
        <Button
          mt="xs"
          size="compact-xs"
          variant="default"
          onClick={() => onChange(changed(settings, { crop: undefined }))}
        >
          {texts.cropNone}
        </Button>
      )}
    </Input.Wrapper>
  );
}

/** Light and colour. */
function ColourControls({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const { filters } = settings;
  return (
    <>
      {(['brightness', 'contrast'] as const).map((name) => (
        <RawField
          key={name}
          label={texts[name]}
          text={filters[name]}
          isRead={readNumber(filters[name]) !== undefined}
          onChange={(text) => onChange(filtered(settings, { [name]: text }))}
          error={faults.get(name)}
        >
          <SliderField
            label={texts[name]}
            {...{ neutral: 0, min: -100, max: 100 }}
            value={readNumber(filters[name])}
            onChange={(value) =>
              onChange(filtered(settings, { [name]: value === undefined ? undefined : `${value}` }))
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
            onChange(filtered(settings, { [name]: currentTarget.checked || undefined }))
          }
        />
      ))}
    </>
  );
}

const none = { red: 0, green: 0, blue: 0 };

function RgbField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const { rgb } = settings.filters;
  const read = rgb === undefined ? undefined : readRgb(rgb);
  const put = (text: string | undefined) => onChange(filtered(settings, { rgb: text }));
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

/** How sharp it is, and how well it is kept. */
function DetailControls({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  return (
    <>
      {numbers.map(([name, neutral, min, max]) => (
        <SliderField
          key={name}
          label={texts[name]}
          {...{ neutral, min, max }}
          value={settings.filters[name]}
          onChange={(value) => onChange(filtered(settings, { [name]: value }))}
          error={faults.get(name)}
        />
      ))}
      <SharpenField settings={settings} onChange={onChange} faults={faults} />
    </>
  );
}

const gentle: Sharpen = { amount: 1, radius: 1, isLuminanceOnly: true };

function SharpenField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const { sharpen } = settings.filters;
  const read = sharpen === undefined ? undefined : readSharpen(sharpen);
  const put = (text: string | undefined) => onChange(filtered(settings, { sharpen: text }));
  const set = (part: Partial<Sharpen>) => put(writeSharpen({ ...gentle, ...read, ...part }));
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
        onChange={({ currentTarget }) => put(currentTarget.checked ? writeSharpen(gentle) : undefined)}
        error={faults.get('sharpen')}
      />
      {read && (
        <>
          <SliderField
            label={texts.amount}
            {...{ neutral: 1, min: 0, max: 10, step: 0.1 }}
            value={read.amount}
            onChange={(amount = gentle.amount) => set({ amount })}
          />
          <SliderField
            label={texts.radius}
            {...{ neutral: 1, min: 0, max: 10, step: 0.5 }}
            value={read.radius}
            onChange={(radius = gentle.radius) => set({ radius })}
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

type SliderFieldProps = {
  readonly label: string;
  readonly value: number | undefined;
  /** Where the slider stands while nothing is set. */
  readonly neutral: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number | undefined) => void;
  readonly error?: string | undefined;
};

/** A number on a slider, which may also not be set. */
function SliderField({ label, value, neutral, min, max, step = 1, onChange, error }: SliderFieldProps) {
  const texts = useWords().operations;
  return (
    <Input.Wrapper error={error}>
      <Group justify="space-between" wrap="nowrap" mih={28}>
        <Text size="sm" fw={500} aria-hidden>
          {label}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" {...(value === undefined && { c: 'dimmed' })}>
            {value ?? '–'}
          </Text>
          {value !== undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.unset(label)}
              onClick={() => onChange(undefined)}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Slider
        thumbLabel={label}
        value={Math.min(max, Math.max(min, value ?? neutral))}
        min={min}
        max={max}
        step={step}
        label={null}
        startPointValue={neutral}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
