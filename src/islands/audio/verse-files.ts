/**
 * The recordings of the current and the next verse. The next one is loaded into memory while the
 * current one is playing, so that there is no pause between them.
 */

interface LoadedFile {
  abort: AbortController;
  /** Undefined until the file has arrived. */
  blobUrl?: string;
}

export interface VerseFiles {
  /** Starts to load a file, unless it is already loaded or loading. */
  prefetch(url: string): void;
  /** The URL for the audio element: the file in memory, or its address if it hasn't arrived yet. */
  take(url: string): string;
  /** Forgets all files except these. */
  keepOnly(urls: readonly string[]): void;
}

export function createVerseFiles(): VerseFiles {
  const files = new Map<string, LoadedFile>();

  async function load(url: string, file: LoadedFile): Promise<void> {
    try {
      const response = await fetch(url, { signal: file.abort.signal, credentials: "omit" });
      if (!response.ok) throw new Error(`The audio host answered ${response.status}`);
      const blob = await response.blob();
      // The file may no longer be needed.
      if (files.get(url) === file) file.blobUrl = URL.createObjectURL(blob);
    } catch {
      // The audio element requests the file itself and reports any error. It can also play files
      // from hosts that don't allow scripts to read them.
      if (files.get(url) === file) files.delete(url);
    }
  }

  return {
    prefetch(url) {
      if (files.has(url)) return;
      const file: LoadedFile = { abort: new AbortController() };
      files.set(url, file);
      void load(url, file);
    },
    take(url) {
      return files.get(url)?.blobUrl ?? url;
    },
    keepOnly(urls) {
      for (const [url, { abort, blobUrl }] of files) {
        if (urls.includes(url)) continue;
        files.delete(url);
        abort.abort();
        if (blobUrl) URL.revokeObjectURL(blobUrl);
      }
    },
  };
}
