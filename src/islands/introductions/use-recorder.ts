import { useEffect, useRef, useState } from "react";
import { maxRecordingSeconds } from "#lib/introductions/introductions.rules.ts";

export type MicrophoneProblem = "denied" | "noMicrophone" | "busy";

export type RecorderState =
  | { is: "idle"; problem?: MicrophoneProblem }
  | { is: "waiting" }
  /** @param startedAt as in `performance.now()`. */
  | { is: "recording"; startedAt: number };

interface Recorder {
  state: RecorderState;
  start: () => void;
  stop: () => void;
}

const problems: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "noMicrophone",
};

/** Records with the microphone for at most a minute. The microphone is off at all other times. */
export function useRecorder(onRecorded: (recorded: Blob) => void): Recorder {
  const [state, setState] = useState<RecorderState>({ is: "idle" });
  const recorder = useRef<MediaRecorder>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      recorder.current?.stop();
    };
  }, []);

  async function record() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const release = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (isGone.current) return release();
    const created = new MediaRecorder(stream);
    const chunks: Blob[] = [];
    const timer = setTimeout(() => created.stop(), maxRecordingSeconds * 1_000);
    created.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    created.addEventListener("stop", () => {
      clearTimeout(timer);
      release();
      recorder.current = undefined;
      if (isGone.current) return;
      setState({ is: "idle" });
      onRecorded(new Blob(chunks, { type: created.mimeType }));
    });
    recorder.current = created;
    created.start();
    setState({ is: "recording", startedAt: performance.now() });
  }

  return {
    state,
    start() {
      if (state.is !== "idle") return;
      setState({ is: "waiting" });
      record().catch((error: unknown) => {
        if (!(error instanceof DOMException)) throw error;
        setState({ is: "idle", problem: problems[error.name] ?? "busy" });
      });
    },
    stop: () => recorder.current?.stop(),
  };
}
