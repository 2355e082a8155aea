import { Switch } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ControlProps, filtered } from './ControlProps.ts';
import { readNumber, readRgb, writeRgb } from './filterTexts.ts';
import { RawField } from './RawField.tsx';
import { SliderField } from './SliderField.tsx';

/** Light and colour. */
export function ColourControls({ settings, onChange, faults }: ControlProps) {
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
