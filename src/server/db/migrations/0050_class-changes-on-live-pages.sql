-- All processes are notified of a class that is canceled, reinstated, moved or removed from the schedule, on the
-- channel of live pages, so that open pages show it at once.
CREATE FUNCTION announce_class_to_live_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_live_pages', json_build_object('type', 'class', 'classId', NEW."id")::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "classes_announce_to_live_pages" AFTER UPDATE OF "status", "starts_at", "ends_at" ON "classes"
  FOR EACH ROW WHEN ((OLD."status", OLD."starts_at", OLD."ends_at") IS DISTINCT FROM (NEW."status", NEW."starts_at", NEW."ends_at"))
  EXECUTE FUNCTION announce_class_to_live_pages();
--> statement-breakpoint
-- As before, but the pages of several classes are locked in the order of the classes, so that two students who
-- leave at once can't deadlock.
CREATE OR REPLACE FUNCTION leave_live_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "raised_hands" JOIN "classes" ON "classes"."id" = "raised_hands"."class_id"
  WHERE "classes"."course_id" = OLD."course_id" AND "raised_hands"."profile_id" = OLD."student_id"
  ORDER BY "raised_hands"."class_id" FOR UPDATE OF "raised_hands";
  DELETE FROM "raised_hands" USING "classes"
  WHERE "classes"."id" = "raised_hands"."class_id" AND "classes"."course_id" = OLD."course_id"
    AND "raised_hands"."profile_id" = OLD."student_id";
  PERFORM FROM "live_pages" AS page JOIN "classes" ON "classes"."id" = page."class_id"
  WHERE "classes"."course_id" = OLD."course_id"
    AND OLD."student_id" = ANY (array_append(page."cohost_ids", page."lead_id") || page."reciter_id")
  ORDER BY page."class_id" FOR UPDATE OF page;
  UPDATE "live_pages" AS page SET
    "seq" = page."seq" + 1,
    "lead_epoch" = page."lead_epoch" + (page."lead_id" = OLD."student_id")::int,
    "lead_id" = CASE page."lead_id" WHEN OLD."student_id" THEN "classes"."teacher_id" ELSE page."lead_id" END,
    "cohost_ids" = array_remove(page."cohost_ids", OLD."student_id"),
    "reciter_id" = nullif(page."reciter_id", OLD."student_id")
  FROM "classes"
  WHERE "classes"."id" = page."class_id" AND "classes"."course_id" = OLD."course_id"
    AND OLD."student_id" = ANY (array_append(page."cohost_ids", page."lead_id") || page."reciter_id");
  PERFORM pg_notify('halaqa_live_pages', json_build_object(
    'type', 'left', 'courseId', OLD."course_id", 'profileId', OLD."student_id"
  )::text);
  RETURN NULL;
END
$$;
