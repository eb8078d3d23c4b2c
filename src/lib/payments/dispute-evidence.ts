/** What teachers write about a disputed payment. */
import * as z from "zod/mini";
import { getTexts } from "#translations/disputes.ts";
import { prose, requiredProse } from "../text/text-schemas.ts";
import { evidenceFileKinds, maxStatement } from "./dispute-evidence.rules.ts";

const t = getTexts("disputes");

export const evidenceDraftInput = z.object({ statement: prose(maxStatement) });

export const evidenceInput = z.object({
  statement: requiredProse(maxStatement, () => t("empty")),
});
export type EvidenceInput = z.output<typeof evidenceInput>;

export const evidenceFileKindInput = z.enum(evidenceFileKinds);

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
  get wrongFile() {
    return t("file.wrongType");
  },
  get tooLarge() {
    return t("file.tooLarge");
  },
  get noFileKind() {
    return t("file.noKind");
  },
  get noFile() {
    return t("file.missing");
  },
  get teachersFile() {
    return t("file.teachers");
  },
  get staffFile() {
    return t("file.staffs");
  },
  get fileUnsent() {
    return t("file.unsent");
  },
  get fileRefused() {
    return t("file.refused");
  },
  get refused() {
    return t("refused");
  },
};
