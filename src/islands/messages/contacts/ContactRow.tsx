import type { ReactNode } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";

interface ContactRowProps {
  name: string;
  image?: string | null;
  /** Shown instead of the picture. */
  sign?: ReactNode;
  /** Shown next to the name. */
  mark?: ReactNode;
  note: ReactNode;
  /** Short time of the latest message. */
  time?: string | undefined;
  unread?: number;
  isOpen?: boolean;
  onOpen: () => void;
}

/** One conversation in the list. */
export function ContactRow(props: ContactRowProps) {
  const { name, image, sign, mark, note, time, unread = 0, isOpen = false, onOpen } = props;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        className="flex w-full items-center gap-3 border-s-2 border-transparent px-4 py-3 text-start hover:bg-base-200 aria-[current]:border-secondary aria-[current]:bg-base-200"
        onClick={onOpen}
      >
        {sign ?? <Avatar name={name} image={image ?? undefined} />}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              dir="auto"
              className={`min-w-0 truncate text-start ${unread > 0 ? "font-semibold" : "font-medium"}`}
            >
              {name}
            </span>
            {mark}
            {time && <span className="muted ms-auto shrink-0 text-xs tabular">{time}</span>}
          </span>
          <span className="flex items-center gap-2">
            <span
              dir="auto"
              className={`-my-1 min-w-0 flex-1 truncate py-1 text-start text-sm ${unread > 0 ? "" : "muted"}`}
            >
              {note}
            </span>
            {unread > 0 && (
              <span className="badge badge-secondary badge-sm shrink-0 tabular">
                <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
                <span className="sr-only">{unread} unread</span>
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}
