import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ConfirmDialog } from "#islands/ui/feedback/ConfirmDialog.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { changeLetterStatus } from "#lib/letters/letters.calls.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { LetterBadge } from "./LetterBadge.tsx";
import { useLetterChange } from "./use-letter-change.ts";

const t = getTexts("staffLetters");

const parts = ["sent", "waiting", "skipped", "failed"] as const;

/** The progress of a letter, and the buttons that pause, continue and stop it. */
export function LetterProgress({ letter }: { letter: LetterDetail }) {
  const { _id, status, progress, reasons, pausedBecause, maySend } = letter;
  const [isStopping, setStopping] = useState(false);
  const change = useLetterChange(
    _id,
    (wanted: "pause" | "continue" | "stop") => changeLetterStatus(_id, wanted),
    () => setStopping(false),
  );
  const unconfirmed = reasons.find(({ reason }) => reason === "unconfirmed")?.count ?? 0;
  const isOpen = status === "sending" || status === "paused";
  return (
    <section className="panel grid gap-5 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">{t("progress.title")}</h2>
        <LetterBadge status={status} />
      </div>
      <progress
        className="progress progress-success w-full"
        aria-label={t("progress.title")}
        value={progress.total - progress.waiting}
        max={Math.max(1, progress.total)}
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {parts.map((part) => (
          <div key={part}>
            <dt className="muted text-sm">{t(`progress.${part}`)}</dt>
            <dd className="tabular text-xl font-semibold">{formatCount(progress[part])}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {reasons.map(({ reason, count }) => (
            <li key={reason} className="flex justify-between gap-4">
              <span>{t(`reason.${reason}`)}</span>
              <span className="tabular">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {unconfirmed > 0 && <Unconfirmed letter={letter} count={unconfirmed} />}
      {pausedBecause !== null && (
        <Alert kind="warning">
          {t("progress.pausedBecause", { answer: isolatedInRtl(pausedBecause) })}
        </Alert>
      )}
      {change.isError && !isStopping && <Alert>{messageOf(change.error)}</Alert>}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {status === "sending" && (
            <Button look="quiet" busy={change.isPending} onClick={() => change.mutate("pause")}>
              {t("pause")}
            </Button>
          )}
          {status === "paused" && maySend && (
            <Button busy={change.isPending} onClick={() => change.mutate("continue")}>
              {t("continue")}
            </Button>
          )}
          <Button look="danger" onClick={() => setStopping(true)}>
            {t("stop")}
          </Button>
        </div>
      )}
      <LetterFacts letter={letter} />
      {isStopping && (
        <ConfirmDialog
          title={t("stopTitle")}
          action={change}
          labels={{ keep: t("cancel"), confirm: t("stop") }}
          onConfirm={() => change.mutate("stop")}
          onClose={() => {
            change.reset();
            setStopping(false);
          }}
        >
          <p>{t("stopText")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Explains emails whose outcome is unknown. Owners can send them again. */
function Unconfirmed({ letter, count }: { letter: LetterDetail; count: number }) {
  const [isAsking, setAsking] = useState(false);
  const resend = useLetterChange(
    letter._id,
    () => changeLetterStatus(letter._id, "resend"),
    () => setAsking(false),
  );
  const maySend = letter.maySend && letter.status !== "stopped";
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p>{t("unconfirmed.text", { count })}</p>
      {maySend && (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t("unconfirmed.action", { count })}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("unconfirmed.title")}
          action={resend}
          labels={{ keep: t("cancel"), confirm: t("unconfirmed.action", { count }) }}
          isDangerous={false}
          onConfirm={() => resend.mutate(undefined)}
          onClose={() => {
            resend.reset();
            setAsking(false);
          }}
        >
          <p>{t("unconfirmed.warning")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function LetterFacts({ letter }: { letter: LetterDetail }) {
  const { kind, audience, ratePerHour, createdBy, startedAt, finishedAt } = letter;
  const facts = [
    [t("column.kind"), t(`kind.${kind}`)],
    [t("audience.label"), t(`audience.${audience}`)],
    [t("rate"), formatCount(ratePerHour)],
    [t("progress.started"), startedAt && <LocalTime instant={startedAt} />],
    [t("progress.finished"), finishedAt && <LocalTime instant={finishedAt} />],
  ] as const;
  return (
    <div className="grid gap-2 border-t border-base-300 pt-4 text-sm">
      <dl className="grid gap-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex flex-wrap justify-between gap-x-4">
                <dt className="muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="muted">{t("progress.created", { name: isolatedInRtl(createdBy) })}</p>
    </div>
  );
}
