import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { Reciters } from "./audio.responses.ts";

/** @param fallback the message if the request fails and the server sent none. */
export async function fetchReciters(fallback: string): Promise<Reciters> {
  return requireObject(await sendRequest("/audio/reciters", { fallback }));
}
