import { MeetingsOfCourse as Deferred } from "./CourseMeetings.tsx";
import { MeetingsOfCourse } from "./MeetingsOfCourse.tsx";

Deferred.provide(MeetingsOfCourse);

/** The meetings on a page that only members of the course see. */
export { default } from "./CourseMeetings.tsx";
