import { formatMoment } from '../../time/formatMoment.ts';
import { useLanguage } from '../../words/LanguageProvider.tsx';

/** Writes moments in the language in use, with the time zone of whoever looks. */
export function useMoment(): (moment: number) => string {
  const { language } = useLanguage();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (moment) => formatMoment(moment, language, timeZone);
}
