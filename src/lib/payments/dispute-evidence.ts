/** What teachers write about a disputed payment. */
import * as z from "zod/mini";
import { getTexts } from "#translations/disputes.ts";
import { prose, requiredProse } from "../text/text-schemas.ts";
import { maxStatement } from "./dispute-evidence.rules.ts";

const t = getTexts("disputes");

export const evidenceDraftInput = z.object({ statement: prose(maxStatement) });

export const evidenceInput = z.object({
  statement: requiredProse(maxStatement, () => t("empty")),
});
export type EvidenceInput = z.output<typeof evidenceInput>;

export const disputeMessages = {
  get missing() {
    return t("missing");
  },
  get submitted() {
    return t("alreadySubmitted");
  },
  get tooLate() {
    return t("deadlinePassed");
  },
  get refused() {
    return t("refused");
  },
};
