import { UpgradeNote } from "#islands/plans/shared/UpgradeNote.tsx";
import { retryRefused, syncNow } from "#lib/study/client/study-client.ts";
import type { Study } from "#lib/study/study.store.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { Alert } from "../ui/feedback/Alert.tsx";
import { useKeptFocus } from "./shared/use-kept-focus.ts";

/** Says whether everything is saved in the account. */
export function SyncState({ study }: { study: Study }) {
  const t = getTexts("study");
  useKeptFocus();
  const { isStored, waiting, isCurrent, problem, items } = study;
  const states = [...items.values()].map(({ state }) => state);
  const refused = states.filter((state) => state !== "saved" && state !== "waiting").length;
  const line =
    waiting > 0
      ? t("stateWaiting", { count: waiting })
      : refused > 0
        ? t("stateRefused", { count: refused })
        : isCurrent
          ? t("stateSaved")
          : t("stateLoading");
  return (
    // Takes the focus when a pressed button has disappeared.
    <div tabIndex={-1} className="not-scripted:hidden grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="muted text-sm">
          {line}
        </p>
        {(waiting > 0 || problem) && (
          <Button look="quiet" className="btn-sm" onClick={syncNow}>
            {t("tryAgain")}
          </Button>
        )}
      </div>
      {!isStored && <Alert kind="warning">{t("notStored")}</Alert>}
      {problem && <Alert>{problem}</Alert>}
      {waiting > 0 && refused > 0 && (
        <p className="text-sm">{t("stateRefused", { count: refused })}</p>
      )}
      {refused > 0 && (
        <Button
          look="quiet"
          className="btn-sm justify-self-start"
          onClick={() => void retryRefused()}
        >
          {t("saveRefused")}
        </Button>
      )}
      {states.includes("annotations") && <UpgradeNote feature="annotations" />}
      {states.includes("collections") && <UpgradeNote feature="collections" />}
    </div>
  );
}
