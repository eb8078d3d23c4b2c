import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { guardianThreadOptions } from "#lib/guardians/guardians.queries.ts";
import type { GuardianView } from "#lib/guardians/guardians.responses.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "../contacts/ContactIcon.tsx";
import { ConversationHead } from "../conversation/ConversationHead.tsx";
import { MessageLog } from "../conversation/log/MessageLog.tsx";

const t = getTexts("conversations");

interface GuardianThreadProps {
  token: string;
  thread: GuardianView["conversations"][number];
  childId: string;
  onBack: () => void;
  backLook: string;
}

/** One of the child's conversations, read-only. */
export function GuardianThread({ token, thread, childId, onBack, backLook }: GuardianThreadProps) {
  const { threadId, name, kind } = thread;
  const pages = useInfiniteQuery(guardianThreadOptions(token, childId, threadId), queryClient);
  const more = () => void pages.fetchNextPage();
  const messages = pages.data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  return (
    <>
      <ConversationHead
        name={name}
        sign={kind === "course" ? <ContactIcon of="course" small /> : undefined}
        note={kind === "course" ? t("courseGroup") : t("private")}
        onBack={onBack}
        backLook={backLook}
      />
      {pages.isPending && (
        <div className="flex-1 p-6">
          <Loading label={t("loadingMessages")} />
        </div>
      )}
      {pages.error && (
        <div className="p-3">
          <QueryError query={pages} />
        </div>
      )}
      {pages.data && (
        <MessageLog
          name={name}
          lines={messages.map(({ _id, author, text, sentAt, deletedAt }) => ({
            key: _id,
            isOwn: author._id === childId,
            by: author.name,
            author: author.name,
            text,
            sentAt,
            isDeleted: Boolean(deletedAt),
          }))}
          beginning={
            pages.hasNextPage && (
              <Button
                look="plain"
                className="btn-sm mx-auto"
                busy={pages.isFetchingNextPage}
                onClick={more}
              >
                {t("earlier")}
              </Button>
            )
          }
          onTop={pages.hasNextPage && !pages.isFetchingNextPage ? more : undefined}
        />
      )}
    </>
  );
}
