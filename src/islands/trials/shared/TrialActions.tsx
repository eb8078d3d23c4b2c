import { useState } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialPerson } from "#lib/trials/trials.responses.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/trials.ts";
import { Button } from "../../ui/Button.tsx";
import { deferDialog } from "../../ui/deferred.tsx";

const t = getTexts("trials");

const CancelLesson = deferDialog(
  async () => (await withTexts(import("./CancelLesson.tsx"))).CancelLesson,
  {
    isRare: true,
  },
);

interface TrialActionsProps {
  lesson: { _id: string };
  /** The other person in the lesson. */
  other: TrialPerson;
}

/** Buttons to write to the other person and to cancel the lesson. */
export function TrialActions({ lesson, other }: TrialActionsProps) {
  const [asking, setAsking] = useState(false);
  const name = isolatedInRtl(other.name);
  return (
    <>
      <a
        className="btn btn-sm btn-outline border-base-300"
        href={localizePath(`/dashboard/messages?to=${encodeURIComponent(other._id)}`)}
        aria-label={t("messageTo", { name })}
      >
        {t("message")}
      </a>
      <Button
        look="plain"
        className="btn-sm"
        aria-label={t("cancelWith", { name })}
        onClick={() => setAsking(true)}
      >
        {t("cancel")}
      </Button>
      {asking && <CancelLesson lesson={lesson} other={other} onClose={() => setAsking(false)} />}
    </>
  );
}
