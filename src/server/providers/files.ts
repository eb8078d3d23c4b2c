/** Where images are kept: a local folder by default, S3 by configuration. */
export interface FileStore {
  /** Writes a whole file. The key is a plain name such as `upl_….webp`. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** The file's content, or undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
}
