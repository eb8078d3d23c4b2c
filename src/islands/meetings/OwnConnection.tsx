/** An island of its own, so that the connection isn't another file for the page of meetings. */
export { Connection as default } from "./Connection.tsx";
