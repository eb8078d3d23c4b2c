/**
 * Converts recordings to the one format that is stored. The browser decodes them, because it can
 * read both its own recordings and the files that people have. So the server needs no decoder.
 */
import {
  bytesPerSecond,
  maxRecordingSeconds,
  minRecordingSeconds,
  sampleRate,
} from "#lib/introductions/introductions.rules.ts";
import { writeWavHeader } from "#lib/introductions/wav.ts";

export interface Transcoded {
  file: Blob;
  seconds: number;
}

export type SoundProblem = "unreadable" | "tooShort" | "tooLong" | "silent";

/** Recorders stop a little late. What exceeds the limit by less than this is cut. */
const toleratedSeconds = 1;

/** Quieter than any voice, as a share of the largest amplitude. */
const silence = 0.01;

/** Why a sound can't be used, or the sound in our format. */
export async function transcode(source: Blob): Promise<Transcoded | SoundProblem> {
  const channels = await decode(source);
  if (!channels) return "unreadable";
  const [first = new Float32Array()] = channels;
  const seconds = first.length / sampleRate;
  if (seconds < minRecordingSeconds) return "tooShort";
  if (seconds > maxRecordingSeconds + toleratedSeconds) return "tooLong";
  const samples = mix(channels).subarray(0, maxRecordingSeconds * sampleRate);
  if (samples.every((sample) => Math.abs(sample) < silence)) return "silent";
  return encode(samples);
}

/** The channels of a sound at our rate. Undefined for what the browser can't play. */
async function decode(source: Blob): Promise<Float32Array[] | undefined> {
  // Only the sample rate of the context matters, because recordings are converted to it.
  const context = new OfflineAudioContext(1, 1, sampleRate);
  try {
    const sound = await context.decodeAudioData(await source.arrayBuffer());
    return Array.from({ length: sound.numberOfChannels }, (_, index) =>
      sound.getChannelData(index),
    );
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function mix(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  return first.map(
    (_, at) => channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length,
  );
}

/** Samples from -1 to 1 as 16-bit integers. */
export function encode(samples: Float32Array): Transcoded {
  const data = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [index, sample] of samples.entries()) {
    const limited = Math.min(Math.max(sample, -1), 1);
    data.setInt16(index * 2, Math.round(limited * 0x7f_ff), true);
  }
  const file = new Blob([writeWavHeader(data.byteLength), data], { type: "audio/wav" });
  return { file, seconds: Math.round(data.byteLength / bytesPerSecond) };
}
