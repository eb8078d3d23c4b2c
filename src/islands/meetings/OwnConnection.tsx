/**
 * A separate island, so that the meetings page doesn't have to load the connection as another file.
 */
export { Connection as default } from "./Connection.tsx";
