import { runCarousel } from './runCarousel.ts';
import { runPreviewBar } from './runPreviewBar.ts';
import { runSearch } from './runSearch.ts';
import { runThemeSwitch } from './runThemeSwitch.ts';
import { runVideos } from './runVideos.ts';

runThemeSwitch();
runCarousel();
runSearch();
runVideos();
runPreviewBar();
