import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { nameAction } from "#lib/staff/action-names.ts";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";

interface ActionListProps {
  title: string;
  actions: readonly StaffLogEntry[];
  /** Shown if there are none. */
  none: string;
}

/** What staff have done about a subject. */
export function ActionList({ title, actions, none }: ActionListProps) {
  return (
    <section className="panel grid gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      {actions.length === 0 && <p className="muted text-sm">{none}</p>}
      <ol className="grid gap-3 empty:hidden">
        {actions.map((action) => (
          <li key={action._id} className="border-s-2 border-base-300 ps-3 text-sm">
            <p className="font-medium">{nameAction(action)}</p>
            {action.reason !== "" && (
              <p>
                <bdi>{action.reason}</bdi>
              </p>
            )}
            <p className="muted text-xs">
              <bdi>{action.by}</bdi> · <LocalTime instant={action.at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
