/** The use cases of media, for routes, pages and other nouns. */
export { requireOwnUploads } from "./own-uploads.ts";
export { deleteImage, findImage } from "./stored-image.ts";
export { uploadImage } from "./upload.ts";
