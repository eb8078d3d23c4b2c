-- Ranges of times within a day, so that constraints can reject overlaps.
CREATE TYPE time_range AS RANGE (subtype = time);
--> statement-breakpoint
ALTER TABLE "time_slots" ADD CONSTRAINT "time_slots_overlap" EXCLUDE USING gist (
  "teacher_id" WITH =,
  "day" WITH =,
  time_range("start_time", "end_time") WITH &&
);
--> statement-breakpoint
ALTER TABLE "course_schedule" ADD CONSTRAINT "course_schedule_overlap" EXCLUDE USING gist (
  "teacher_id" WITH =,
  "day" WITH =,
  daterange("start_date", "end_date", '[]') WITH &&,
  time_range("start_time", "end_time") WITH &&
) WHERE ("published");
--> statement-breakpoint
-- Each class has a copy of its course's teacher, dates and status. This trigger copies them on every
-- write. The share lock prevents the course from changing between the copy and the commit.
CREATE FUNCTION copy_course_to_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "teacher_id", "start_date", "end_date", "status" = 'published'
    INTO NEW."teacher_id", NEW."start_date", NEW."end_date", NEW."published"
    FROM "courses" WHERE "id" = NEW."course_id" FOR SHARE;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "course_schedule_copy" BEFORE INSERT OR UPDATE ON "course_schedule"
  FOR EACH ROW EXECUTE FUNCTION copy_course_to_class();
--> statement-breakpoint
-- When a course changes, this update makes the trigger above copy its columns again.
CREATE FUNCTION refresh_classes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "course_schedule" SET "course_id" = "course_id" WHERE "course_id" = NEW."id";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "courses_refresh_classes" AFTER UPDATE OF "teacher_id", "start_date", "end_date", "status" ON "courses"
  FOR EACH ROW WHEN (
    (OLD."teacher_id", OLD."start_date", OLD."end_date", OLD."status")
    IS DISTINCT FROM (NEW."teacher_id", NEW."start_date", NEW."end_date", NEW."status")
  )
  EXECUTE FUNCTION refresh_classes();
