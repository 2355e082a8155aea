import { inBrowser, onContentUpdated, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { onMounted } from 'vue';
import { rememberTabs, showChosenLanguage } from './rememberTabs.ts';
import './style.css';

/** The layouts of these pages have no main landmark. */
function markMain(): void {
  for (const page of document.querySelectorAll('.VPHome, .NotFound')) page.setAttribute('role', 'main');
}

export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (inBrowser) rememberTabs();
  },
  setup() {
    onContentUpdated(showChosenLanguage);
    onContentUpdated(markMain);
    // A page that does not exist has no content.
    onMounted(markMain);
  },
} satisfies Theme;
