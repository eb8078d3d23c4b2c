/** Recordings as browsers send them. */
import { bytesPerSecond, sampleRate } from "#lib/introductions/introductions.rules.ts";
import { writeWavHeader } from "#lib/introductions/wav.ts";

/** A tone in the format of recordings. */
export function makeRecording(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(seconds * bytesPerSecond);
  for (let at = 0; at < samples.length; at += 2) {
    samples.writeInt16LE(Math.round(8_000 * Math.sin((at / 2 / sampleRate) * 2_764)), at);
  }
  return Buffer.concat([writeWavHeader(samples.length), samples]);
}
