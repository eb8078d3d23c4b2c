import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { uploadRecording } from "#lib/introductions/introductions.calls.ts";
import { showOwnIntroduction } from "#lib/introductions/introductions.queries.ts";
import { maxRecordingSeconds, maxSourceBytes } from "#lib/introductions/introductions.rules.ts";
import { getTexts } from "#translations/introductions.ts";
import { type SoundProblem, type Transcoded, transcode } from "./transcode.ts";
import { type MicrophoneProblem, useRecorder } from "./use-recorder.ts";

const t = getTexts("introductions");

type Draft =
  | { is: "none"; problem?: SoundProblem | "tooLarge" }
  | { is: "converting" }
  | ({ is: "ready"; url: string } & Transcoded);

interface RecorderProps {
  /** Whether publishing replaces something. */
  replaces: boolean;
  onPublished: () => void;
}

/** Records or converts a recitation, which the teacher hears before it is published. */
export function Recorder({ replaces, onPublished }: RecorderProps) {
  const [draft, setDraft] = useState<Draft>({ is: "none" });
  const section = useRef<HTMLElement>(null);
  const url = draft.is === "ready" ? draft.url : undefined;
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
  const take = async (source: Blob) => {
    if (source.size > maxSourceBytes) return setDraft({ is: "none", problem: "tooLarge" });
    setDraft({ is: "converting" });
    const made = await transcode(source);
    setDraft(
      typeof made === "string"
        ? { is: "none", problem: made }
        : { is: "ready", url: URL.createObjectURL(made.file), ...made },
    );
  };
  /** The focused button disappears. */
  const empty = () => {
    section.current?.focus();
    setDraft({ is: "none" });
  };
  const publishing = useMutation(
    {
      mutationFn: (recording: Blob) => uploadRecording(recording),
      onSuccess(changed) {
        showOwnIntroduction(changed);
        empty();
        onPublished();
      },
    },
    queryClient,
  );
  const problem = draft.is === "none" ? draft.problem : undefined;
  return (
    <section ref={section} tabIndex={-1} className="panel grid gap-4 p-5 outline-none sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{t("record.title")}</h2>
        <p className="muted text-sm">{t("record.text")}</p>
      </div>
      {problem && <Alert>{t(`problem.${problem}`)}</Alert>}
      {draft.is === "ready" ? (
        <div className="grid gap-3">
          <p className="text-sm" role="status">
            {t("record.preview", { seconds: draft.seconds })}
          </p>
          {/* biome-ignore lint/a11y/useMediaCaption: The teacher's own recording has no transcript. */}
          <audio className="w-full" controls src={draft.url} />
          {publishing.isError && <Alert>{messageOf(publishing.error)}</Alert>}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              autoFocus
              busy={publishing.isPending}
              busyLabel={t("record.publishing")}
              onClick={() => publishing.mutate(draft.file)}
            >
              {t("record.publish")}
            </Button>
            <Button look="plain" onClick={empty}>
              {t("record.discard")}
            </Button>
            {replaces && <p className="muted text-sm">{t("record.replaces")}</p>}
          </div>
        </div>
      ) : (
        <Sources isBusy={draft.is === "converting"} onSource={(source) => void take(source)} />
      )}
    </section>
  );
}

interface SourcesProps {
  isBusy: boolean;
  onSource: (source: Blob) => void;
}

function Sources({ isBusy, onSource }: SourcesProps) {
  const id = useId();
  const hydrated = useHydrated();
  return (
    <div className="grid gap-4">
      {hydrated && "MediaRecorder" in window && navigator.mediaDevices && (
        <Microphone isBusy={isBusy} onSource={onSource} />
      )}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t("record.file")}
        </label>
        <input
          id={id}
          type="file"
          accept="audio/*"
          disabled={!hydrated || isBusy}
          className="file-input w-full max-w-md disabled:border-base-300 disabled:bg-base-100"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onSource(file);
          }}
        />
        <p id={`${id}-hint`} className="muted text-xs">
          {t("record.fileHint")}
        </p>
      </div>
      <p role="status" className="muted text-sm empty:hidden">
        {isBusy && t("record.converting")}
      </p>
    </div>
  );
}

function Microphone({ isBusy, onSource }: SourcesProps) {
  const { state, start, stop } = useRecorder(onSource);
  if (state.is === "recording") {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button autoFocus onClick={stop}>
          {t("record.stop")}
        </Button>
        <Elapsed since={state.startedAt} />
      </div>
    );
  }
  const problem: MicrophoneProblem | undefined = state.is === "idle" ? state.problem : undefined;
  return (
    <div className="grid justify-items-start gap-3">
      {problem && <Alert>{t(`problem.${problem}`)}</Alert>}
      <Button
        busy={isBusy || state.is === "waiting"}
        busyLabel={t(isBusy ? "record.converting" : "record.waiting")}
        onClick={start}
      >
        {t("record.start")}
      </Button>
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - since) / 1_000)),
      250,
    );
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p role="timer" className="tabular text-sm">
      {t("record.running", { time: clock(seconds), max: clock(maxRecordingSeconds) })}
    </p>
  );
}

/** '0:07' */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
