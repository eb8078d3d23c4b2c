/** The style sheet of the reader's tools, which reader pages don't load on their own. */
import sheetUrl from "../../styles/quran-tools.css?url";

let loading: Promise<void> | undefined;

/**
 * Adds the style sheet to the page, once.
 *
 * @throws if it can't be loaded. The next call tries again.
 */
export function loadToolStyles(): Promise<void> {
  loading ??= addSheet().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addSheet(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = sheetUrl;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error("The style sheet of the tools could not be loaded."));
    };
    document.head.append(link);
  });
}
