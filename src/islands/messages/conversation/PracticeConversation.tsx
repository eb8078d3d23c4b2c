import { useStore } from "@nanostores/react";
import { ContactIcon } from "../contacts/ContactIcon.tsx";
import { Composer } from "./Composer.tsx";
import { ConversationHead } from "./ConversationHead.tsx";
import { MessageLog } from "./log/MessageLog.tsx";
import { $practice, practiceName, sendToPractice } from "./practice.store.ts";

interface PracticeConversationProps {
  onBack: () => void;
  backLook?: string;
}

/** A practice conversation, in which nothing is sent. */
export function PracticeConversation({ onBack, backLook = "" }: PracticeConversationProps) {
  const lines = useStore($practice).map(({ id, from, text, at }) => ({
    key: `practice-${id}`,
    isOwn: from === "me",
    by: from === "me" ? "" : practiceName,
    text,
    sentAt: new Date(at).toISOString(),
  }));
  return (
    <>
      <ConversationHead
        name={practiceName}
        sign={<ContactIcon of="practice" small />}
        note="Test chat. No one reads these messages."
        onBack={onBack}
        backLook={backLook}
      />
      <MessageLog
        name={practiceName}
        lines={lines}
        beginning={
          <p className="muted m-auto max-w-60 text-center text-sm">
            Write something. You'll get a reply after a second.
          </p>
        }
      />
      <Composer to={practiceName} onSend={sendToPractice} />
    </>
  );
}
