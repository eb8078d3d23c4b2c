import { UpgradeNote } from "#islands/plans/shared/UpgradeNote.tsx";
import { retryRefused, syncNow } from "#lib/study/client/study-client.ts";
import type { Study } from "#lib/study/study.store.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { Alert } from "../ui/feedback/Alert.tsx";

/** Says whether everything is saved in the account. */
export function SyncState({ study }: { study: Study }) {
  const t = getTexts("study");
  const { isStored, waiting, isCurrent, problem, items } = study;
  const states = [...items.values()].map(({ state }) => state);
  const refused = states.filter((state) => state !== "saved" && state !== "waiting").length;
  const line =
    waiting > 0
      ? t("stateWaiting", { count: waiting })
      : isCurrent
        ? t("stateSaved")
        : t("stateLoading");
  return (
    <div className="not-scripted:hidden grid gap-2">
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
      {refused > 0 && (
        <div className="panel flex flex-wrap items-center gap-3 p-4 text-sm">
          <p className="flex-1">{t("stateRefused", { count: refused })}</p>
          <Button look="quiet" className="btn-sm" onClick={() => void retryRefused()}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
      {states.includes("annotations") && <UpgradeNote feature="annotations" />}
      {states.includes("collections") && <UpgradeNote feature="collections" />}
    </div>
  );
}
