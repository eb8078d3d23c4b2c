import { ApiError } from "./api-error.ts";
import { sendRequest } from "./http.ts";
import { readText } from "./readers.ts";

/** Uploads an image and gives the address under which the site serves it. */
export async function uploadImage(file: File): Promise<string> {
  const body = new FormData();
  body.set("file", file);
  const answer = await sendRequest("/media/upload/single", { method: "POST", body }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 0) {
        throw new ApiError("Upload failed with status: 0", 0);
      }
      throw error;
    },
  );
  const url = readText(answer, "url");
  if (!url) throw new ApiError("Missing image URL in response", 200);
  return url;
}
