import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { pageLocation } from "#lib/page-scope.ts";
import { Chat } from "./Chat.tsx";

interface MessagesProps {
  /** The course whose group to open. */
  courseId?: string;
}

/** The messages page, with the list and the conversation side by side if there is room. */
export default function Messages({ courseId }: MessagesProps) {
  const recipientId = new URLSearchParams(pageLocation().search).get("to") ?? undefined;
  return (
    <GuardedProfile>
      {(profile) => (
        <div className="panel flex h-[calc(100dvh-16rem)] min-h-96 overflow-hidden">
          <Chat
            me={profile._id}
            wide
            opening={
              courseId === undefined
                ? recipientId === undefined
                  ? undefined
                  : { recipientId }
                : { courseId }
            }
          />
        </div>
      )}
    </GuardedProfile>
  );
}
