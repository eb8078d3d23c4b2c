/** Why a join or start link failed, and the next step. */

/** Whether a response is an error for a person. Programs get it as plain text. */
export function wantsPage(request: Request, answer: Response): boolean {
  return answer.status >= 400 && (request.headers.get("accept")?.includes("text/html") ?? false);
}

/** @param path the link's own path. */
export function nextStep(status: number, path: string): { label: string; href: string } {
  if (status === 409) return { label: "Open your meetings", href: "/dashboard/meetings" };
  if (status >= 500 || status === 429) return { label: "Try again", href: path };
  return { label: "Back to Dashboard", href: "/dashboard" };
}
