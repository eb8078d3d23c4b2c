/** Adds an introduction to the page of one demo teacher. */

import { sampleRate } from "#lib/introductions/introductions.rules.ts";
import { writeWavHeader } from "#lib/introductions/wav.ts";
import { findOwnIntroduction, saveRecording } from "../introductions/introductions.ts";
import { type DemoPeople, type DemoRun, need } from "./demo-run.ts";

export async function addIntroduction({ context }: DemoRun, people: DemoPeople): Promise<void> {
  const teacher = need(people, "fatima.alzahrani");
  const { introduction } = await findOwnIntroduction(context, teacher);
  if (!introduction) await saveRecording(context, teacher, drawRecording());
}

/** In Hz. The demo contains nobody's voice. */
const tones = [220, 261.63, 293.66, 329.63, 293.66, 261.63, 220];
const secondsPerTone = 0.6;
/** The share of a tone's duration for fading in, and again for fading out. */
const fade = 0.2;
const loudness = 0.25;

/** A few soft tones, in the format of recordings. */
function drawRecording(): Uint8Array {
  const length = Math.round(secondsPerTone * sampleRate);
  const samples = Buffer.alloc(tones.length * length * 2);
  for (const [place, pitch] of tones.entries()) {
    for (let at = 0; at < length; at += 1) {
      const edge = Math.min(at, length - 1 - at) / length;
      const strength = (1 - Math.cos(Math.PI * Math.min(1, edge / fade))) / 2;
      const wave = Math.sin((2 * Math.PI * pitch * at) / sampleRate);
      samples.writeInt16LE(
        Math.round(0x7fff * loudness * strength * wave),
        (place * length + at) * 2,
      );
    }
  }
  return Buffer.concat([writeWavHeader(samples.length), samples]);
}
