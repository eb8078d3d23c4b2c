/**
 * Practice tones: a WAV file for each verse, with a soft tone for each word. The same words always
 * result in the same bytes, and the timings of the words are exact to the sample.
 */

/** Samples per second. This is enough for the tones, which are below 600 Hz. */
const sampleRate = 8000;
const samplesPerMs = sampleRate / 1000;
const bytesPerSample = 2;
const headerBytes = 44;

/** The more letters a word has, the longer its tone. */
const msPerWord = 220;
const msPerLetter = 40;
/** The silence after the last word. */
const msAfter = 400;
/** The time in which a tone fades in and out, so that it doesn't click. */
const fadeMs = 60;

/** The tones of a pentatonic scale, in Hz, ordered so that there are no large steps. */
const scale = [220, 261.63, 293.66, 329.63, 392, 329.63, 293.66, 261.63];
/** A quarter of the maximum amplitude. */
const loudness = 0.25;

/** The number of a word, from 1, and its start and end in milliseconds. */
export type WordTime = [word: number, start: number, end: number];

const countLetters = (word: string): number => word.match(/\p{L}/gu)?.length ?? 0;

/** The time of each word in a verse. */
export function timeWords(words: readonly string[]): WordTime[] {
  let end = 0;
  return words.map((word, index) => {
    const start = end;
    end += msPerWord + msPerLetter * countLetters(word);
    return [index + 1, start, end];
  });
}

/** The WAV file of a verse: 16 bits, one channel. */
export function drawTones(words: readonly string[]): Buffer<ArrayBuffer> {
  const times = timeWords(words);
  const samples = ((times.at(-1)?.[2] ?? 0) + msAfter) * samplesPerMs;
  const file = Buffer.alloc(headerBytes + samples * bytesPerSample);
  writeHeader(file, samples * bytesPerSample);
  for (const [word, start, end] of times) {
    const pitch = scale[(word - 1) % scale.length] ?? 0;
    drawTone(file, { pitch, from: start * samplesPerMs, to: end * samplesPerMs });
  }
  return file;
}

interface Tone {
  /** In Hz. */
  pitch: number;
  /** The samples from the first to the one after the last. */
  from: number;
  to: number;
}

function drawTone(file: Buffer, { pitch, from, to }: Tone): void {
  const fade = fadeMs * samplesPerMs;
  for (let sample = from; sample < to; sample += 1) {
    const distance = Math.min(sample - from, to - 1 - sample);
    const strength = (1 - Math.cos(Math.PI * Math.min(1, distance / fade))) / 2;
    const wave = Math.sin((2 * Math.PI * pitch * (sample - from)) / sampleRate);
    const value = Math.round(0x7fff * loudness * strength * wave);
    file.writeInt16LE(value, headerBytes + sample * bytesPerSample);
  }
}

/** The RIFF header of uncompressed sound. */
function writeHeader(file: Buffer, dataBytes: number): void {
  file.write("RIFF", 0);
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * bytesPerSample, 28);
  file.writeUInt16LE(bytesPerSample, 32);
  file.writeUInt16LE(bytesPerSample * 8, 34);
  file.write("data", 36);
  file.writeUInt32LE(dataBytes, 40);
}
