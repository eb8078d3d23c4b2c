import { ApiError } from "./api-error.ts";

/**
 * Downloads a file from the site and saves it when it is complete.
 * @param fallback the error message if the server sends none.
 * @throws ApiError if the file is missing or the download was interrupted.
 */
export async function saveFile(address: string, name: string, fallback: string): Promise<void> {
  saveBlob(await fetchFile(address, fallback), name);
}

/** Saves data as a file on the visitor's device. */
export function saveBlob(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  // The browser has read the URL by the time the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function fetchFile(address: string, fallback: string): Promise<Blob> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(address, { method: "GET", credentials: "same-origin" });
    file = await response.blob();
  } catch {
    throw new ApiError(fallback, 0);
  }
  if (response.ok && !response.redirected) return file;
  const isText = response.headers.get("content-type")?.startsWith("text/plain");
  throw new ApiError((isText && (await file.text())) || fallback, response.status);
}
