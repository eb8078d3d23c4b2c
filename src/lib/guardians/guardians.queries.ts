/** The query for a conversation that a guardian reads with the link from an email. */
import { infiniteQueryOptions } from "../client/query-client.ts";
import { readAsGuardian } from "./guardians.calls.ts";

/** A child's conversation, loaded from the newest page back. The token is not part of the key. */
export const guardianThreadOptions = (token: string, threadId: string) =>
  infiniteQueryOptions({
    queryKey: ["guardians", "thread", threadId],
    queryFn: ({ pageParam }) => readAsGuardian(token, threadId, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages[0]?.seq : undefined),
  });
