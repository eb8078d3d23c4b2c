/** API calls of the console about letters and suppressed addresses. */
import type { Language } from "#lib/languages.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { LetterDetail } from "./letters.responses.ts";
import type { LetterKind } from "./letters.rules.ts";
import type { LetterInput, SendLetterInput, SuppressionInput } from "./letters.ts";

const t = getTexts("staffLetters");

const pathOf = (id: string) => `/letters/${encodeURIComponent(id)}`;

export async function fetchLetter(id: string): Promise<LetterDetail> {
  return requireObject<LetterDetail>(await callStaff(pathOf(id), { fallback: t("loadFailed") }));
}

const send = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  callStaff(path, { method, fallback: t("failed"), ...(body && { body }) });

export async function createLetter(kind: LetterKind): Promise<LetterDetail> {
  return requireObject<LetterDetail>(await send("POST", "/letters", { kind }));
}

export async function saveLetter(id: string, input: LetterInput): Promise<LetterDetail> {
  return requireObject<LetterDetail>(await send("PUT", pathOf(id), input));
}

export async function deleteLetter(id: string): Promise<void> {
  await send("DELETE", pathOf(id));
}

export async function testLetter(id: string, language: Language): Promise<void> {
  await send("POST", `${pathOf(id)}/test`, { language });
}

export async function sendLetter(id: string, input: SendLetterInput): Promise<LetterDetail> {
  return requireObject<LetterDetail>(await send("POST", `${pathOf(id)}/send`, input));
}

export async function changeLetterStatus(
  id: string,
  change: "pause" | "continue" | "stop" | "resend",
): Promise<LetterDetail> {
  return requireObject<LetterDetail>(await send("POST", `${pathOf(id)}/${change}`));
}

export async function addSuppression(input: SuppressionInput): Promise<void> {
  await send("POST", "/suppressions", input);
}

export async function removeSuppression(id: string): Promise<void> {
  await send("DELETE", `/suppressions/${encodeURIComponent(id)}`);
}
