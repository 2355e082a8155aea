import type { NextConfig } from 'next';

const config: NextConfig = {
  images: {
    // Newsstand makes pictures smaller itself, in these widths.
    loader: 'custom',
    loaderFile: './imageLoader.ts',
    deviceSizes: [320, 480, 640, 800, 960, 1280, 1600, 1920, 2560],
    imageSizes: [160],
  },
};

export default config;
