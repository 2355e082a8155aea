import { expect, test } from 'bun:test';
import { masterPlaylist } from './makeHls.ts';

const init = Buffer.from('....avcC\x01\x4d\x40\x1f\xff....', 'latin1');
const withSound = Buffer.concat([init, Buffer.from('mp4a')]);

test('lists each rung with what a player needs to know', () => {
  const segments = [
    { fileSize: 1000, seconds: 4 },
    { fileSize: 3000, seconds: 4 },
    // So short that it consists of little more than a key frame.
    { fileSize: 500, seconds: 0.1 },
  ];
  const text = masterPlaylist([
    { width: 1280, height: 720, playlist: '720/index.m3u8', init: withSound, segments },
    { width: 640, height: 360, playlist: '360/index.m3u8', init, segments: segments.slice(2) },
  ]);
  expect(text.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-STREAM-INF:BANDWIDTH=6000,AVERAGE-BANDWIDTH=4445,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"',
    '720/index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=40000,AVERAGE-BANDWIDTH=40000,RESOLUTION=640x360,CODECS="avc1.4d401f"',
    '360/index.m3u8',
    '',
  ]);
});
