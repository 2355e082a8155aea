/** A test picture with sound, for so many seconds, as `makeVideo` takes it. */
export function clip(seconds: number) {
  return {
    picture: `testsrc2=size=640x480:rate=25:duration=${seconds}`,
    sound: `sine=duration=${seconds}`,
    encoding: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  };
}
