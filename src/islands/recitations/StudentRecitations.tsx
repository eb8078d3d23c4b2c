import { StudentLog } from "./StudentLog.tsx";
import { StudentLogPart } from "./student-log-part.ts";

StudentLogPart.provide(StudentLog);

/** For pages that open on the log of one student. */
export { default } from "./Recitations.tsx";
