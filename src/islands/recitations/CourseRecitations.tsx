/** For pages that open on the list of students. */
export { default } from "./Recitations.tsx";
