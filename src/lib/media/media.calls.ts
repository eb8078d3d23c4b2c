import { getTexts } from "#translations/media.ts";
import { ApiError } from "../client/api-error.ts";
import { type ApiBody, sendRequest } from "../client/http.ts";
import { readText } from "../client/readers.ts";

const t = getTexts("media");

/** How often an upload is repeated if the server has no capacity for it. */
const maxRetries = 4;
/**
 * In seconds. A limit that resets later was caused by this user, who sees the error immediately.
 */
const maxRetryAfter = 15;

/**
 * Repeats an upload that was rejected because too many arrived at once, for example when a whole
 * class chooses pictures. The delays are random, so that the retries don't arrive at the same
 * moment.
 */
async function upload(body: FormData): Promise<ApiBody> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await uploadOnce(body);
    } catch (error) {
      const seconds =
        error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined;
      if (seconds === undefined || seconds > maxRetryAfter || retries === maxRetries) throw error;
      await pause(seconds * (1 + Math.random()) * 1_000);
    }
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

async function uploadOnce(body: FormData): Promise<ApiBody> {
  try {
    return await sendRequest("/media/upload/single", { method: "POST", body });
  } catch (error) {
    // Use the server's message, or describe the error by its status if there is none.
    if (!(error instanceof ApiError) || error.serverMessage !== undefined) throw error;
    throw new ApiError(t("uploadFailed", { status: String(error.status) }), error.status);
  }
}

/** Uploads an image. @returns the URL under which the site serves it. */
export async function uploadImage(file: File): Promise<string> {
  const body = new FormData();
  body.set("file", file);
  const url = readText(await upload(body), "url");
  if (!url) throw new ApiError(t("noAddress"), 200);
  return url;
}
