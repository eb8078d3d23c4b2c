/** The audio host and the reciters whose recordings it has. */
import { readFileSync } from "node:fs";
import { manifestSchema, practiceTones, type Reciter } from "#lib/audio/reciters.ts";
import type { Environment } from "./environment.ts";

export interface AudioConfig {
  /** The origin of the audio host. */
  baseUrl: string;
  reciters: readonly Reciter[];
  /** Whether the sandbox's practice tones are played instead of recitations. */
  sandbox: boolean;
}

/**
 * Reads the audio host and the manifest of its reciters. A demo plays the sandbox's tones, even
 * behind another host. A live site without a host has no audio.
 */
export function readAudioConfig(
  { APP_ENV: env, AUDIO_BASE_URL: baseUrl, AUDIO_MANIFEST: manifest }: Environment,
  sandboxUrl: string,
): { audio: AudioConfig | undefined; problems: string[] } {
  if (manifest) {
    const { reciters, problems } = readManifest(manifest);
    if (!baseUrl) problems.push("AUDIO_BASE_URL is required with AUDIO_MANIFEST");
    return { audio: baseUrl ? { baseUrl, reciters, sandbox: false } : undefined, problems };
  }
  if (env === "demo") {
    const audio = { baseUrl: baseUrl ?? sandboxUrl, reciters: [practiceTones], sandbox: true };
    return { audio, problems: [] };
  }
  const problems = baseUrl ? ["AUDIO_MANIFEST is required with AUDIO_BASE_URL"] : [];
  return { audio: undefined, problems };
}

function readManifest(path: string): { reciters: Reciter[]; problems: string[] } {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "isn't valid JSON" : "can't be read";
    return { reciters: [], problems: [`AUDIO_MANIFEST ${reason}: ${path}`] };
  }
  const { data, error } = manifestSchema.safeParse(content);
  const problems = (error?.issues ?? []).map(
    ({ path: field, message }) => `AUDIO_MANIFEST ${path}: ${field.join(".")} ${message}`,
  );
  return { reciters: data?.reciters ?? [], problems };
}
