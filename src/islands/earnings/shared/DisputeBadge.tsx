import { labelDispute } from "#lib/payments/dispute-texts.ts";
import type { DisputeStatus } from "#lib/payments/disputes.ts";

const colors: Record<DisputeStatus, string> = {
  open: "badge-warning",
  review: "badge-info",
  won: "badge-success",
  lost: "badge-neutral",
};

interface Props {
  status: DisputeStatus;
  /** Whether it is only an inquiry. */
  isQuestion: boolean;
}

export function DisputeBadge({ status, isQuestion }: Props) {
  return (
    <span className={`badge badge-soft badge-sm ${colors[status]}`}>
      {labelDispute(status, isQuestion)}
    </span>
  );
}
