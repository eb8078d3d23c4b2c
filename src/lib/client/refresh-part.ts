/**
 * Replaces a part of the page that only the server draws, after a call has changed what it shows.
 * Without an answer it stays as it is: the call itself has succeeded, and the next load shows it.
 *
 * @param id of the element; nothing happens on pages without it.
 */
export async function refreshPart(id: string): Promise<void> {
  if (!document.getElementById(id)) return;
  const answer = await fetch(location.href, {
    method: "GET",
    headers: { accept: "text/html" },
  }).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .getElementById(id);
  if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
}
