/** Shows highlights, notes and bookmarks in a text that other code renders. */
import { startStudy } from "#lib/study/client/study-client.ts";
import { $study } from "#lib/study/study.store.ts";
import { paintItems, type WrapWords } from "./reader/paint-items.ts";

interface ItemsIn {
  /** Contains elements with `data-verse`, including elements that are added later. */
  text: HTMLElement;
  wrapWords: WrapWords;
  /** Called with a verse such as `2:255` when a bookmark or the number of notes is clicked. */
  onMark: (verse: string) => void;
}

/** @returns a function that removes the items again. */
export function showItemsIn({ text, wrapWords, onMark }: ItemsIn): () => void {
  const paint = () => paintItems($study.get().items, wrapWords, text);
  const observer = new MutationObserver(paint);
  observer.observe(text, { childList: true, subtree: true });
  const closing = new AbortController();
  text.addEventListener(
    "click",
    ({ target }) => {
      const mark = target instanceof Element ? target.closest(".study-mark") : null;
      const verse = mark?.closest<HTMLElement>("[data-verse]")?.dataset.verse;
      if (verse) onMark(verse);
    },
    { signal: closing.signal },
  );
  const unsubscribe = $study.subscribe(paint);
  void startStudy();
  return () => {
    unsubscribe();
    observer.disconnect();
    closing.abort();
  };
}
