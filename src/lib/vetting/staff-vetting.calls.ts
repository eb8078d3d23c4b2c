/** The console's calls about teachers' credentials. */
import { getTexts } from "#translations/staff-vetting.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { VettingDetail } from "./vetting.responses.ts";
import type { VerifyInput, VettingReasonInput } from "./vetting.ts";

const t = getTexts("staffVetting");

const pathOf = (id: string) => `/teachers/${encodeURIComponent(id)}`;

export async function fetchVetting(id: string): Promise<VettingDetail> {
  return requireObject<VettingDetail>(await callStaff(pathOf(id), { fallback: t("loadFailed") }));
}

/** @returns the teacher's page after the change. */
async function change(id: string, path: string, body: object): Promise<VettingDetail> {
  const request = { method: "POST", body, fallback: t("failed") } as const;
  return requireObject<VettingDetail>(await callStaff(`${pathOf(id)}${path}`, request));
}

export const verifyTeacher = (id: string, body: VerifyInput) => change(id, "/verification", body);

export const requestChanges = (id: string, body: VettingReasonInput) =>
  change(id, "/changes", body);

export const withdrawVerification = (id: string, body: VettingReasonInput) =>
  change(id, "/withdrawal", body);

export const addInterviewNote = (id: string, text: string) => change(id, "/notes", { text });
