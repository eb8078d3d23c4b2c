/** How teachers record, convert and publish their introduction. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import Introduction from "#islands/introductions/Introduction.tsx";
import { maxRecordingSeconds, sampleRate } from "#lib/introductions/introductions.rules.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const nothing = { introduction: null, isHidden: false };
const recorded = {
  introduction: {
    kind: "recording",
    _id: "int_1",
    url: "/api/introductions/recordings/int_1",
    seconds: 3,
  },
  isHidden: false,
};

/** What the browser decodes from any file. */
let channels: Float32Array[] | undefined;

class FakeAudioContext {
  decodeAudioData() {
    if (!channels) return Promise.reject(new DOMException("No sound", "EncodingError"));
    const decoded = channels;
    return Promise.resolve({
      numberOfChannels: decoded.length,
      getChannelData: (index: number) => decoded[index],
    });
  }
}

class FakeMediaRecorder extends EventTarget {
  mimeType = "audio/webm";
  start() {}
  stop() {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["sound"]) }));
    this.dispatchEvent(new Event("stop"));
  }
}

const tone = (seconds: number, level = 0.5): Float32Array =>
  Float32Array.from({ length: seconds * sampleRate }, (_, at) => (at % 2 === 0 ? level : -level));

const tracks = { stop: vi.fn() };
let getUserMedia = vi.fn();

beforeEach(() => {
  signInAs({ role: "teacher" });
  channels = [tone(3)];
  tracks.stop.mockClear();
  getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [tracks] }));
  vi.stubGlobal("OfflineAudioContext", FakeAudioContext);
  vi.stubGlobal("MediaRecorder", FakeMediaRecorder);
  Object.defineProperty(navigator, "mediaDevices", {
    value: { getUserMedia },
    configurable: true,
  });
  Object.assign(URL, { createObjectURL: () => "blob:recording", revokeObjectURL: () => {} });
  // jsdom doesn't implement this method.
  if (!Blob.prototype.arrayBuffer) {
    Blob.prototype.arrayBuffer = function read(this: Blob) {
      return new Response(this).arrayBuffer();
    };
  }
});

const choose = async (user: ReturnType<typeof render>) =>
  user.upload(
    await screen.findByLabelText("Or choose an audio file"),
    new File(["sound"], "recitation.mp3", { type: "audio/mpeg" }),
  );

describe("a teacher", () => {
  it("records, plays back and publishes a recitation, and the microphone is off afterward", async () => {
    const calls = answer({
      "GET /introductions": success(nothing),
      "POST /introductions/recording": success(recorded),
    });
    const user = render(<Introduction />);
    await user.click(await screen.findByRole("button", { name: "Record" }));
    const stop = await screen.findByRole("button", { name: "Stop recording" });
    expect(screen.getByRole("timer").textContent).toBe("Recording: 0:00 of 1:00");
    await user.click(stop);
    expect(await screen.findByText(/^Your recording \(3 seconds\)/)).toBeDefined();
    expect(tracks.stop).toHaveBeenCalled();
    expect(calls.some(({ name }) => name.startsWith("POST"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "Publish recording" }));
    expect(await screen.findByText("Your introduction is on your page.")).toBeDefined();
    expect(screen.getByText("Your recitation (3 seconds)")).toBeDefined();
  });

  it("sees how to allow the microphone, and can choose a file instead", async () => {
    getUserMedia.mockRejectedValue(new DOMException("No", "NotAllowedError"));
    answer({ "GET /introductions": success(nothing) });
    const user = render(<Introduction />);
    await user.click(await screen.findByRole("button", { name: "Record" }));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Allow it in your browser's settings",
    );
    await choose(user);
    expect(await screen.findByText(/^Your recording \(3 seconds\)/)).toBeDefined();
  });

  it("sees why a file can't be used", async () => {
    answer({ "GET /introductions": success(nothing) });
    const user = render(<Introduction />);
    const cases: [Float32Array[] | undefined, RegExp][] = [
      [undefined, /can't play this file/],
      [[tone(1)], /at least 2 seconds long/],
      [[tone(maxRecordingSeconds + 2)], /longer than 60 seconds/],
      [[tone(3, 0)], /is silent/],
    ];
    for (const [sound, problem] of cases) {
      channels = sound;
      await choose(user);
      await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(problem));
    }
  });

  it("links a video, and sees at once if it isn't on one of the services", async () => {
    const video = { kind: "video", _id: "int_2", service: "vimeo", url: "https://vimeo.com/1" };
    const calls = answer({
      "GET /introductions": success(nothing),
      "PUT /introductions/video": success({ introduction: video, isHidden: false }),
    });
    const user = render(<Introduction />);
    const field = await screen.findByLabelText("Link to a video on YouTube or Vimeo");
    await user.type(field, "https://example.org/video");
    await user.click(screen.getByRole("button", { name: "Save link" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Enter a link to a video");
    expect(calls.some(({ name }) => name.startsWith("PUT"))).toBe(false);
    await user.clear(field);
    await user.type(field, "https://vimeo.com/1");
    await user.click(screen.getByRole("button", { name: "Save link" }));
    expect(await screen.findByText("Your video on Vimeo")).toBeDefined();
  });

  it("sees that staff removed the introduction, and deletes it", async () => {
    answer({
      "GET /introductions": success({ ...recorded, isHidden: true }),
      "DELETE /introductions": failure(503, "Try again"),
    });
    const user = render(<Introduction />);
    expect(await screen.findByText(/^Our staff removed this introduction/)).toBeDefined();
    const remove = screen.getByRole("button", { name: "Delete introduction" });
    await user.click(remove);
    expect((await screen.findByText("Try again")).textContent).toBe("Try again");
    answer({ "DELETE /introductions": success(nothing) });
    await user.click(remove);
    expect(await screen.findByText("Your introduction was deleted.")).toBeDefined();
  });
});
