/** Responses about uploaded images. */
import * as z from "zod/mini";

export const uploadedImageSchema = z.object({ url: z.string() });
