/**
 * The queries of the page that guardians open with the link from an email. The token is not part of
 * the keys, because a page has only one.
 */
import { infiniteQueryOptions, queryOptions } from "../client/query-client.ts";
import { readAsGuardian, readChildPage, viewAsGuardian } from "./guardians.calls.ts";

/** A child's page. While another child's page is loading, this one stays. */
export const guardianChildOptions = (token: string, childId?: string) =>
  queryOptions({
    queryKey: ["guardians", "child", childId ?? ""],
    queryFn: () => readChildPage(token, childId),
    placeholderData: (previous) => previous,
  });

export const guardianConversationsOptions = (token: string, childId: string) =>
  queryOptions({
    queryKey: ["guardians", "conversations", childId],
    queryFn: () => viewAsGuardian(token, childId),
  });

/** A child's conversation, loaded from the newest page back. */
export const guardianThreadOptions = (token: string, childId: string, threadId: string) =>
  infiniteQueryOptions({
    queryKey: ["guardians", "thread", childId, threadId],
    queryFn: ({ pageParam }) => readAsGuardian(token, childId, threadId, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages[0]?.seq : undefined),
  });
