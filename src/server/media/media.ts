/** The use cases of media, for routes, pages and other nouns. */

export { isPicture } from "./decoders.ts";
export { encodeAttachment } from "./image.ts";
export { requireOwnUploads } from "./own-uploads.ts";
export { findImage } from "./stored-image.ts";
export { uploadImage } from "./upload.ts";
