import { Button, Group, Input, NumberInput } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ControlProps, changed } from './ControlProps.ts';

const edges = ['left', 'top', 'right', 'down'] as const;

/** The edges of the crop as numbers: for the keyboard, and for those who know them. */
export function CropField({
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
