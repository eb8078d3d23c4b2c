import { useEffect, useRef } from "react";
import { Busy } from "#islands/ui/Busy.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { useAccount } from "#islands/ui/use-account.ts";
import { replaceWith } from "#lib/client/navigation.ts";
import { Chat } from "./Chat.tsx";

interface ChatPanelProps {
  onClose: () => void;
}

/** Conversations over any page: beside it on wide screens, above it on phones. */
export function ChatPanel({ onClose }: ChatPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog above the panel closes first, by itself.
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
  return (
    <section
      ref={panel}
      aria-label="Messages"
      tabIndex={-1}
      className="panel fixed inset-0 z-40 flex flex-col overflow-hidden shadow-xl outline-none max-sm:rounded-none sm:inset-auto sm:end-4 sm:bottom-4 sm:h-[min(36rem,calc(100dvh-6rem))] sm:w-96"
    >
      <header className="flex items-center justify-between bg-secondary py-1.5 ps-4 pe-2 text-secondary-content">
        <h2 className="font-semibold">Messages</h2>
        <button
          type="button"
          aria-label="Close messages"
          className="btn btn-ghost btn-square btn-sm [--focus:currentColor]"
          onClick={onClose}
        >
          <svg
            viewBox="0 0 24 24"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </header>
      <Content />
    </section>
  );
}

function Content() {
  const account = useAccount();
  const isComplete = account.status === "signed-in" && account.profile !== null;
  const isLost = account.status === "guest" || (account.status === "signed-in" && !isComplete);
  useEffect(() => {
    // The page itself knows where those belong who can't write yet.
    if (isLost) replaceWith("/dashboard/messages");
  }, [isLost]);
  if (account.status === "trouble") {
    return (
      <div className="p-4">
        <Trouble message={account.message} retry={account.retry} />
      </div>
    );
  }
  if (account.status !== "signed-in" || !account.profile) {
    return (
      <div className="p-6">
        <Busy label="Loading conversations..." />
      </div>
    );
  }
  return <Chat me={account.profile._id} />;
}
