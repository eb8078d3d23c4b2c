/** Why nobody came in by a join or start link, and the next step. */

/** Whether an answer is a refusal that a person will look at: programs get it as plain words. */
export function wantsPage(request: Request, answer: Response): boolean {
  return answer.status >= 400 && (request.headers.get("accept")?.includes("text/html") ?? false);
}

/** @param path of the link itself. */
export function nextStep(status: number, path: string): { label: string; href: string } {
  if (status === 409) return { label: "Open your meetings", href: "/dashboard/meetings" };
  if (status >= 500 || status === 429) return { label: "Try again", href: path };
  return { label: "Back to Dashboard", href: "/dashboard" };
}
