/**
 * Replaces a server-rendered part of the page after a call has changed its data. If the request
 * fails, the part stays as it is, because the call itself has succeeded and the next page load
 * shows the change.
 * @param id of the element. Does nothing on pages without it.
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
