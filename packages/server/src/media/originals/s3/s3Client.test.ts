import { expect, test } from 'bun:test';
import { s3Client } from './s3Client.ts';

const keys = { prefix: '', accessKeyId: 'AKIA', secretAccessKey: 'hunter2', sessionToken: undefined };
const [bucket, region] = ['media', 'eu-west-1'];

test.each([
  ['Amazon itself', { bucket, region, endpoint: undefined }, 'https://media.s3.eu-west-1.amazonaws.com/a/b'],
  [
    'a bucket with a dot',
    { bucket: 'a.b', region, endpoint: undefined },
    'https://s3.eu-west-1.amazonaws.com/a.b/a/b',
  ],
  [
    'China',
    { bucket, region: 'cn-north-1', endpoint: undefined },
    'https://media.s3.cn-north-1.amazonaws.com.cn/a/b',
  ],
  [
    'another server',
    { bucket, region, endpoint: 'http://localhost:9000' },
    'http://localhost:9000/media/a/b',
  ],
])('the URL of an object: %s', (_, place, address) => {
  const url = new URL(s3Client({ ...keys, ...place }).presign('a/b'));
  expect(url.origin + url.pathname).toBe(address);
  expect(url.searchParams.get('X-Amz-Credential')).toContain(`/${place.region}/s3/`);
  expect(url.searchParams.has('X-Amz-Security-Token')).toBe(false);
});

test('the session token is sent', () => {
  const place = { ...keys, bucket, region, endpoint: undefined, sessionToken: 'token' };
  expect(new URL(s3Client(place).presign('a')).searchParams.get('X-Amz-Security-Token')).toBe('token');
});
