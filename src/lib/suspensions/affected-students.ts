import * as z from "zod/mini";

/** The students and upcoming classes of a teacher's published courses. */
export const affectedStudentsSchema = z.object({ students: z.int(), classes: z.int() });
export type AffectedStudents = z.output<typeof affectedStudentsSchema>;
