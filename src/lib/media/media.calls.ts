import { ApiError } from "../client/api-error.ts";
import { type ApiBody, sendRequest } from "../client/http.ts";
import { readText } from "../client/readers.ts";

async function upload(body: FormData): Promise<ApiBody> {
  try {
    return await sendRequest("/media/upload/single", { method: "POST", body });
  } catch (error) {
    // Use the server's message, or describe the error by its status if there is none.
    const hasNoMessage =
      error instanceof ApiError && /^(Request failed|No connection)/.test(error.message);
    if (!hasNoMessage) throw error;
    throw new ApiError(`Upload failed with status: ${error.status}`, error.status);
  }
}

/** Uploads an image. @returns the URL under which the site serves it. */
export async function uploadImage(file: File): Promise<string> {
  const body = new FormData();
  body.set("file", file);
  const url = readText(await upload(body), "url");
  if (!url) throw new ApiError("Missing image URL in response", 200);
  return url;
}
