import { Switch } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ControlProps, filtered } from './ControlProps.ts';
import { readSharpen, type Sharpen, writeSharpen } from './filterTexts.ts';
import { RawField } from './RawField.tsx';
import { SliderField } from './SliderField.tsx';

const numbers = [
  ['quality', 80, 1, 100],
  ['blur', 0, 0, 150],
  ['noise', 0, 0, 100],
] as const;

/** How sharp it is, and how well it is kept. */
export function DetailControls({ settings, onChange, faults }: ControlProps) {
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
