/** Why a join or start link failed, and the next step. */

/** Whether to show an error page to a person. Programs get the error as plain text. */
export function wantsPage(request: Request, answer: Response): boolean {
  return answer.status >= 400 && (request.headers.get("accept")?.includes("text/html") ?? false);
}

/** @param path the path of the join or start link. */
export function nextStep(status: number, path: string): { label: string; href: string } {
  if (status === 409) return { label: "Open your meetings", href: "/dashboard/meetings" };
  if (status >= 500 || status === 429) return { label: "Try again", href: path };
  return { label: "Back to Dashboard", href: "/dashboard" };
}
