/** The header of our recordings. */
import { bytesPerSecond, sampleRate } from "./introductions.rules.ts";

export const wavHeaderBytes = 44;

/** The header of a file of one channel and 16 bits for each sample. */
export function writeWavHeader(dataBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(wavHeaderBytes);
  const view = new DataView(header.buffer);
  const name = (at: number, text: string) => header.set(new TextEncoder().encode(text), at);
  name(0, "RIFF");
  view.setUint32(4, wavHeaderBytes - 8 + dataBytes, true);
  name(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // Uncompressed samples.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, bytesPerSecond, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, "data");
  view.setUint32(40, dataBytes, true);
  return header;
}
