CREATE TABLE "waiting_places" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"student_id" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"offer_expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "waiting_places_number" UNIQUE("course_id","number"),
	CONSTRAINT "waiting_places_offer" CHECK ("waiting_places"."status" <> 'offered' or "waiting_places"."offer_expires_at" is not null),
	CONSTRAINT "waiting_places_end" CHECK (("waiting_places"."status" in ('waiting', 'offered')) = ("waiting_places"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "waiting_places" ADD CONSTRAINT "waiting_places_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_places" ADD CONSTRAINT "waiting_places_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_places_one_each" ON "waiting_places" USING btree ("course_id","student_id") WHERE "waiting_places"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_places_open" ON "waiting_places" USING btree ("course_id","status","number") WHERE "waiting_places"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_places_student_id" ON "waiting_places" USING btree ("student_id");
--> statement-breakpoint
-- The seats that count against a course's maximum. A seat offered to a student on the waiting list
-- counts too, unless the student already has a seat.
CREATE FUNCTION taken_seats(course text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (
    (SELECT count(*) FROM "enrolments" seat
      WHERE seat."course_id" = course AND seat."status" IN ('held', 'enrolled'))
    + (SELECT count(*) FROM "waiting_places" place
        WHERE place."course_id" = course AND place."status" = 'offered' AND NOT EXISTS (
          SELECT FROM "enrolments" own
           WHERE own."course_id" = course AND own."student_id" = place."student_id"
             AND own."status" IN ('held', 'enrolled')
        ))
  )::integer
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing USING "courses" course
   WHERE course."id" = listing."course_id" AND course."id" = ANY(ids)
     AND course."status" <> 'published';
  INSERT INTO "course_listings" (
    "course_id", "level", "language", "gender", "is_full", "search_title", "search_topics",
    "price_cents", "payable_cents", "rating_count", "created_at"
  )
  SELECT course."id", course."level", course."language",
         CASE WHEN teacher."gender" IN ('female', 'male') THEN teacher."gender" END,
         course."max_students" <= taken_seats(course."id"),
         course."search_title", course."search_topics", course."price_cents",
         CASE WHEN course."has_discount" THEN course."discount_price_cents"
              ELSE course."price_cents" END,
         course."rating_count", course."created_at"
    FROM "courses" course JOIN "profiles" teacher ON teacher."id" = course."teacher_id"
   WHERE course."id" = ANY(ids) AND course."status" = 'published'
   ORDER BY course."id"
  ON CONFLICT ("course_id") DO UPDATE SET
    "level" = excluded."level", "language" = excluded."language", "gender" = excluded."gender",
    "is_full" = excluded."is_full", "search_title" = excluded."search_title",
    "search_topics" = excluded."search_topics", "price_cents" = excluded."price_cents",
    "payable_cents" = excluded."payable_cents", "rating_count" = excluded."rating_count",
    "created_at" = excluded."created_at"
  WHERE (
    "course_listings"."level", "course_listings"."language", "course_listings"."gender",
    "course_listings"."is_full", "course_listings"."search_title",
    "course_listings"."search_topics", "course_listings"."price_cents",
    "course_listings"."payable_cents", "course_listings"."rating_count",
    "course_listings"."created_at"
  ) IS DISTINCT FROM (
    excluded."level", excluded."language", excluded."gender", excluded."is_full",
    excluded."search_title", excluded."search_topics", excluded."price_cents",
    excluded."payable_cents", excluded."rating_count", excluded."created_at"
  )
$$;
--> statement-breakpoint
CREATE TRIGGER "waiting_places_list_changed" AFTER UPDATE ON "waiting_places"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
