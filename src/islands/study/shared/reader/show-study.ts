/** The user's own items on a reader page: marks in the text, and the last reading position. */
import { startStudy } from "#lib/study/client/study-client.ts";
import { $study } from "#lib/study/study.store.ts";
import { followPlace } from "./follow-place.ts";
import { paintItems, type WrapWords } from "./paint-items.ts";
import { showContinue } from "./show-continue.ts";

let isShown = false;

export async function showStudy(wrapWords: WrapWords): Promise<void> {
  if (isShown) return;
  isShown = true;
  $study.subscribe(({ items }) => {
    paintItems(items, wrapWords);
    showContinue(items);
  });
  await startStudy();
  if ($study.get().status === "ready") followPlace();
}
