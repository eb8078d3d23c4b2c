import { useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { contactOptions } from "#lib/messages/messages.queries.ts";
import type { Contact } from "#lib/messages/messages.responses.ts";
import { getTexts } from "#translations/conversations.ts";
import { ThreadConversation } from "../conversation/ThreadConversation.tsx";

const t = getTexts("conversations");

interface FoundThreadProps {
  id: string;
  seq: number | undefined;
  me: string;
  /** Undefined until the list has loaded. */
  contacts: readonly Contact[] | undefined;
  onBack: () => void;
  backLook: string;
}

/** The conversation with that ID, from the list or fetched if the list doesn't contain it. */
export function FoundThread({ id, contacts, onBack, ...rest }: FoundThreadProps) {
  const listed = contacts?.find(({ threadId }) => threadId === id);
  const fetched = useQuery(
    { ...contactOptions(id), enabled: contacts !== undefined && !listed },
    queryClient,
  );
  const contact = listed ?? fetched.data;
  if (contact) {
    return <ThreadConversation contact={{ ...contact, threadId: id }} onBack={onBack} {...rest} />;
  }
  return (
    <div className="grid gap-3 p-6">
      {fetched.error ? (
        <>
          <ErrorAlert message={messageOf(fetched.error)} />
          <button type="button" className="btn btn-sm justify-self-start" onClick={onBack}>
            {t("allConversations")}
          </button>
        </>
      ) : (
        <Loading label={t("opening")} />
      )}
    </div>
  );
}
