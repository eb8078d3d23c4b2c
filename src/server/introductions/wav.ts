/** Checks recordings, which browsers convert before they send them. */
import {
  bytesPerSecond,
  maxRecordingSeconds,
  minRecordingSeconds,
  sampleRate,
} from "#lib/introductions/introductions.rules.ts";
import { writeWavHeader } from "#lib/introductions/wav.ts";

export interface Recording {
  content: Uint8Array;
  milliseconds: number;
}

/**
 * Reads a WAV file of our format and length, and writes it again with nothing but its samples, so
 * that no other content is stored or served. Undefined for everything else.
 */
export function readRecording(bytes: Uint8Array): Recording | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE") {
    return undefined;
  }
  let isOurs = false;
  let at = 12;
  while (at + 8 <= file.length) {
    const name = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (chunk.length < length) return undefined;
    if (name === "fmt ") isOurs = isOurFormat(chunk);
    if (name === "data") return isOurs ? writeRecording(chunk) : undefined;
    // Chunks begin at even offsets.
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function isOurFormat(chunk: Buffer): boolean {
  return (
    chunk.length >= 16 &&
    // Uncompressed, one channel, 16 bits for each sample.
    chunk.readUInt16LE(0) === 1 &&
    chunk.readUInt16LE(2) === 1 &&
    chunk.readUInt32LE(4) === sampleRate &&
    chunk.readUInt16LE(14) === 16
  );
}

function writeRecording(samples: Buffer): Recording | undefined {
  const milliseconds = Math.round((samples.length / bytesPerSecond) * 1_000);
  const isOdd = samples.length % 2 === 1;
  if (isOdd || samples.length > maxRecordingSeconds * bytesPerSecond) return undefined;
  if (milliseconds < minRecordingSeconds * 1_000) return undefined;
  return { content: Buffer.concat([writeWavHeader(samples.length), samples]), milliseconds };
}
