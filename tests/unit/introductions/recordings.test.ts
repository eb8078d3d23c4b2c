import { describe, expect, it } from "vitest";
import { readRange } from "#server/http/byte-range.ts";
import { readRecording } from "#server/introductions/wav.ts";
import { makeRecording } from "../../support/sound.ts";

/** The recording with a chunk before its samples and bytes after them. */
function withExtras(recording: Buffer): Buffer {
  const extra = Buffer.concat([
    Buffer.from("LIST"),
    Buffer.from([5, 0, 0, 0]),
    Buffer.from("hello\0"),
  ]);
  return Buffer.concat([
    recording.subarray(0, 36),
    extra,
    recording.subarray(36),
    Buffer.from("<script>"),
  ]);
}

const changed = (recording: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(recording);
  copy.writeUInt8(value, at);
  return copy;
};

describe("an uploaded recording", () => {
  const recording = makeRecording(2);

  it("is stored unchanged if it contains only samples", () => {
    expect(readRecording(recording)).toEqual({ content: recording, milliseconds: 2_000 });
  });

  it("loses everything but its samples", () => {
    expect(readRecording(withExtras(recording))?.content).toEqual(recording);
  });

  it("is refused unless it has our format and lasts between 2 and 60 seconds", () => {
    expect(readRecording(makeRecording(60))?.milliseconds).toBe(60_000);
    for (const other of [
      Buffer.alloc(0),
      Buffer.from("RIFF"),
      Buffer.from("ID3\x03 an MP3 file"),
      makeRecording(1),
      makeRecording(61),
      // Compressed, stereo, another rate, 8 bits, and samples that are missing.
      changed(recording, 20, 3),
      changed(recording, 22, 2),
      changed(recording, 24, 0),
      changed(recording, 34, 8),
      recording.subarray(0, -2),
    ]) {
      expect(readRecording(other)).toBeUndefined();
    }
  });
});

describe("a player's request for a part of a recording", () => {
  it.each([
    ["bytes=0-", { start: 0, end: 99 }],
    ["bytes=0-1", { start: 0, end: 1 }],
    ["bytes=90-500", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-500", { start: 0, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-2", undefined],
    ["bytes=0-1,5-6", undefined],
    ["bytes=-", undefined],
    ["lines=0-1", undefined],
    [undefined, undefined],
  ])("is parsed, or ignored if it is invalid: %s", (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });
});
