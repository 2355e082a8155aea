import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/Panel.tsx';
import { shellWords } from '../../shell/shellWords.ts';
import { languages } from '../../words/defineWords.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { accountWords } from './accountWords.ts';

/** How the console speaks and looks, in this browser. */
export function LookPanel() {
  const { look } = useWords(accountWords);
  const texts = useWords(shellWords);
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={look}>
      <Text size="sm" fw={500}>
        {texts.language}
      </Text>
      <SegmentedControl
        aria-label={texts.language}
        value={language}
        onChange={choose}
        data={(['en', 'ja'] as const).map((name) => ({ value: name, label: languages[name] }))}
      />
      <Text size="sm" fw={500}>
        {texts.colours}
      </Text>
      <SegmentedControl
        aria-label={texts.colours}
        value={colorScheme}
        onChange={setColorScheme}
        data={(['light', 'dark', 'auto'] as const).map((name) => ({ value: name, label: texts[name] }))}
      />
    </Panel>
  );
}
