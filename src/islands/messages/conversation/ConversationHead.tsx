import type { ReactNode } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

interface ConversationHeadProps {
  name: string;
  image?: string | null;
  /** Shown instead of the picture. */
  sign?: ReactNode;
  note: string;
  /** Hides the button where the list is visible next to the conversation. */
  onBack?: (() => void) | undefined;
  backLook?: string;
  children?: ReactNode;
}

export function ConversationHead(props: ConversationHeadProps) {
  const { name, image, sign, note, onBack, backLook = "", children } = props;
  return (
    <header className="flex items-center gap-3 border-b border-base-300 px-3 py-2.5">
      {onBack && (
        <button
          type="button"
          className={`btn btn-ghost btn-square btn-sm not-scripted:hidden ${backLook}`}
          aria-label={t("back")}
          onClick={onBack}
        >
          <svg
            viewBox="0 0 24 24"
            className="size-5 rtl:-scale-x-100"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </button>
      )}
      {sign ?? <Avatar name={name} image={image ?? undefined} className="size-9" />}
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="truncate text-start text-base font-semibold">
          {name}
        </h2>
        <p className="muted truncate text-xs">{note}</p>
      </div>
      {children}
    </header>
  );
}
