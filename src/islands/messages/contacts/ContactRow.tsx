import type { MouseEvent, ReactNode } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

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
  /** The page that shows the conversation. With it, the row is a link, which needs no script. */
  path?: string | undefined;
  onOpen: () => void;
}

const look =
  "flex w-full items-center gap-3 border-s-2 border-transparent px-4 py-3 text-start hover:bg-base-200 aria-[current]:border-secondary aria-[current]:bg-base-200";

/** Whether the click opens the link in this tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** One conversation in the list. */
export function ContactRow(props: ContactRowProps) {
  const { name, image, sign, mark, note, time, unread = 0, isOpen = false, path, onOpen } = props;
  const content = (
    <>
      {sign ?? <Avatar name={name} image={image ?? undefined} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={`min-w-0 truncate ${unread > 0 ? "font-semibold" : "font-medium"}`}
          >
            {name}
          </span>
          {mark}
          {time && <span className="muted ms-auto shrink-0 text-xs tabular">{time}</span>}
        </span>
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={`-my-1 min-w-0 flex-1 truncate py-1 text-sm ${unread > 0 ? "" : "muted"}`}
          >
            {note}
          </span>
          {unread > 0 && (
            <span className="badge badge-secondary badge-sm shrink-0 tabular">
              <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
              <span className="sr-only">{t("unread", { count: unread })}</span>
            </span>
          )}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {path === undefined ? (
        <button type="button" aria-current={isOpen || undefined} className={look} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <a
          href={localizePath(path)}
          data-in-place
          aria-current={isOpen || undefined}
          className={look}
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {content}
        </a>
      )}
    </li>
  );
}
