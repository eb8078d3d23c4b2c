/** Requests whose client disconnects before they are handled. Nobody gets the response. */

/** @throws DOMException `AbortError` if the client has disconnected. */
export function requireClient(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new DOMException("The request was aborted by its client", "AbortError");
  }
}

/** Whether the request failed only because its client has disconnected. */
export function isClientAbort(error: unknown, { signal }: Request): boolean {
  if (!signal.aborted || !(error instanceof Error)) return false;
  // The gateway releases the body of such a request (`gateway/limits/body-limit.ts`).
  const isBodyReleased = error instanceof TypeError && error.message.startsWith("Body is unusable");
  return error.name === "AbortError" || isBodyReleased;
}

export const clientAbortText = "The client disconnected before its request was handled";
