/** The address of the messages page with an open conversation. */
export const messagesPath = "/dashboard/messages";
export const conversationParameter = "conversation";
/** Stands for the test chat in the address. */
export const practiceId = "practice";

export function conversationPath(threadId: string): string {
  return `${messagesPath}?${new URLSearchParams({ [conversationParameter]: threadId })}`;
}
