import { defineLiveCollection } from 'astro:content';
import { newsstandLiveLoader } from '@newsstand/client/astro';
import { client, instance } from './newsstand';

export const collections = {
  latest: defineLiveCollection({ loader: newsstandLiveLoader({ client, instance }) }),
};
