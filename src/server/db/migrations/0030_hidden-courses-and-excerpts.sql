CREATE TABLE "staff_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text NOT NULL,
	"done_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "excerpt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
CREATE INDEX "staff_actions_subject" ON "staff_actions" USING btree ("subject_id","created_at");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_hidden" CHECK (("courses"."hidden_at" is null) = ("courses"."hidden_reason" is null));--> statement-breakpoint
-- Existing courses get an approximate excerpt without Markdown syntax. The next save computes it
-- exactly. The time that these patterns take is linear in the length of the text.
UPDATE "courses" SET "excerpt" = trim(left(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(left("description", 1000), '\[([^][]*)\]\([^()[:space:]]*\)', '\1', 'g'),
        '(^|\n)[-+>#* \t]+[ \t]', E'\n', 'g'
      ),
      '\*+|__+', '', 'g'
    ),
    '\s+', ' ', 'g'
  ),
  300
));
--> statement-breakpoint
-- Updates the listings of these courses. Only published courses that are neither hidden nor over have
-- one.
CREATE OR REPLACE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing USING "courses" course
   WHERE course."id" = listing."course_id" AND course."id" = ANY(ids)
     AND (course."status" <> 'published' OR course."is_over" OR course."hidden_at" IS NOT NULL);
  INSERT INTO "course_listings" (
    "course_id", "level", "language", "gender", "is_full", "search_title", "search_topics",
    "payable_cents", "rating_count", "created_at"
  )
  SELECT course."id", course."level", course."language",
         CASE WHEN teacher."gender" IN ('female', 'male') THEN teacher."gender" END,
         course."max_students" <= taken_seats(course."id"),
         course."search_title", course."search_topics",
         CASE WHEN course."has_discount" THEN course."discount_price_cents"
              ELSE course."price_cents" END,
         course."rating_count", course."created_at"
    FROM "courses" course JOIN "profiles" teacher ON teacher."id" = course."teacher_id"
   WHERE course."id" = ANY(ids) AND course."status" = 'published' AND NOT course."is_over"
     AND course."hidden_at" IS NULL
   ORDER BY course."id"
  ON CONFLICT ("course_id") DO UPDATE SET
    "level" = excluded."level", "language" = excluded."language", "gender" = excluded."gender",
    "is_full" = excluded."is_full", "search_title" = excluded."search_title",
    "search_topics" = excluded."search_topics", "payable_cents" = excluded."payable_cents",
    "rating_count" = excluded."rating_count", "created_at" = excluded."created_at"
  WHERE (
    "course_listings"."level", "course_listings"."language", "course_listings"."gender",
    "course_listings"."is_full", "course_listings"."search_title",
    "course_listings"."search_topics", "course_listings"."payable_cents",
    "course_listings"."rating_count", "course_listings"."created_at"
  ) IS DISTINCT FROM (
    excluded."level", excluded."language", excluded."gender", excluded."is_full",
    excluded."search_title", excluded."search_topics", excluded."payable_cents",
    excluded."rating_count", excluded."created_at"
  )
$$;
--> statement-breakpoint
-- When a course is hidden or shown, all servers purge all cached pages at the commit, because pages of
-- teachers and students may show the course too.
CREATE FUNCTION tell_of_hidden_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_page_purges', '{"from":"database","tags":"everything"}');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "courses_tell_hidden" AFTER UPDATE OF "hidden_at" ON "courses"
  FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
  EXECUTE FUNCTION tell_of_hidden_course();
