import { defineCollection } from 'astro:content';
import { newsstandLoader } from '@newsstand/client/astro';
import { client, instance } from './newsstand';

export const collections = {
  articles: defineCollection({ loader: newsstandLoader({ client, instance }) }),
};
