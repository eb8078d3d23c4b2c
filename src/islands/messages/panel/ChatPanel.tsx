import { useEffect, useRef } from "react";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { replaceWith } from "#lib/client/navigation.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/conversations.ts";
import { Chat } from "../Chat.tsx";
import { useCover } from "./use-cover.ts";

const t = getTexts("conversations");

interface ChatPanelProps {
  onClose: () => void;
}

/** The message panel on any page: beside the content on wide screens, over it on phones. */
export function ChatPanel({ onClose }: ChatPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useCover(panel);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape first closes a dialog above the panel, or the suggestions of an input method.
      if (event.key !== "Escape" || event.isComposing) return;
      if (!document.querySelector("dialog[open]")) onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
  return (
    <section
      ref={panel}
      aria-label={t("messages")}
      tabIndex={-1}
      className="panel fixed inset-0 z-40 flex flex-col overflow-hidden shadow-xl outline-none max-sm:rounded-none sm:inset-auto sm:end-4 sm:bottom-4 sm:h-[min(36rem,calc(100dvh-6rem))] sm:w-96"
    >
      <header className="flex items-center gap-2 border-b border-base-300 bg-base-200 py-1.5 ps-4 pe-2">
        <h2 className="me-auto text-base font-semibold">{t("messages")}</h2>
        <a href={localizePath("/dashboard/messages")} className="btn btn-ghost btn-sm font-medium">
          {t("openPage")}
        </a>
        <button
          type="button"
          aria-label={t("close")}
          className="btn btn-ghost btn-square btn-sm"
          onClick={onClose}
        >
          <Icon name="close" />
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
    // The messages page redirects people who can't send messages yet.
    if (isLost) replaceWith("/dashboard/messages");
  }, [isLost]);
  if (account.status === "failed") {
    return (
      <div className="p-4">
        <ErrorAlert message={account.message} retry={account.retry} />
      </div>
    );
  }
  if (account.status !== "signed-in" || !account.profile) {
    return (
      <div className="p-6">
        <Loading label={t("loadingConversations")} />
      </div>
    );
  }
  return <Chat me={account.profile._id} />;
}
