import { useStore } from "@nanostores/react";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "../contacts/ContactIcon.tsx";
import { Composer } from "./Composer.tsx";
import { ConversationHead } from "./ConversationHead.tsx";
import { MessageLog } from "./log/MessageLog.tsx";
import { $practice, sendToPractice } from "./practice.store.ts";

const t = getTexts("conversations");

interface PracticeConversationProps {
  onBack: () => void;
  backLook?: string;
}

/** A practice conversation, in which nothing is sent. */
export function PracticeConversation({ onBack, backLook = "" }: PracticeConversationProps) {
  const name = t("practice.name");
  const lines = useStore($practice).map(({ id, from, text, at }) => ({
    key: `practice-${id}`,
    isOwn: from === "me",
    by: from === "me" ? "" : name,
    text,
    sentAt: new Date(at).toISOString(),
  }));
  return (
    <>
      <ConversationHead
        name={name}
        sign={<ContactIcon of="practice" small />}
        note={t("practice.note")}
        onBack={onBack}
        backLook={backLook}
      />
      <MessageLog
        name={name}
        lines={lines}
        beginning={
          <p className="muted m-auto max-w-60 text-center text-sm">{t("practice.beginning")}</p>
        }
      />
      <Composer to={name} onSend={sendToPractice} />
    </>
  );
}
