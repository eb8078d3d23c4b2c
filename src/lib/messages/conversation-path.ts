/** The address of the messages page with an open conversation. */
export const messagesPath = "/dashboard/messages";
export const conversationParameter = "conversation";
/** The ID of the test chat in URLs. */
export const practiceId = "practice";

export function conversationPath(threadId: string): string {
  return `${messagesPath}?${new URLSearchParams({ [conversationParameter]: threadId })}`;
}
