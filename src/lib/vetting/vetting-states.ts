/** How a teacher's review stands, as the console shows it. */
import type { ListedVetting } from "./vetting.responses.ts";

export type ShownVettingState = `status.${ListedVetting["status"]}` | "stillVerified" | "undated";

/** The state of the review, and whether the teacher has the badge in the meantime. */
export function listVettingStates({
  status,
  isVerified,
  verifiedUntil,
}: Pick<ListedVetting, "status" | "isVerified" | "verifiedUntil">): ShownVettingState[] {
  const review = `status.${status}` as const;
  if (!isVerified || status === "verified") return [review];
  const badge = verifiedUntil ? "stillVerified" : "undated";
  return status === "draft" ? [badge] : [review, badge];
}
