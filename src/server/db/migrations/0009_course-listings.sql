CREATE TABLE "course_counts" (
	"level" text NOT NULL,
	"language" text,
	"gender" text,
	"is_full" boolean NOT NULL,
	"price_band" text NOT NULL,
	"categories" text[] NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_listings" (
	"course_id" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"language" text,
	"gender" text,
	"is_full" boolean NOT NULL,
	"search_title" text NOT NULL,
	"search_topics" text[] NOT NULL,
	"price_cents" integer NOT NULL,
	"payable_cents" integer NOT NULL,
	"price_band" text GENERATED ALWAYS AS (case when payable_cents < 1 then 'free' when payable_cents < 4000 then 'under-40' when payable_cents < 8000 then '40-to-79' else 'from-80' end) STORED NOT NULL,
	"categories" text[] GENERATED ALWAYS AS (array_remove(array[case when search_topics @> array['tajweed'] then 'Tajweed' end, case when search_topics @> array['memorization'] then 'Memorization' end, case when search_topics @> array['tafsir'] then 'Tafsir' end], null)) STORED NOT NULL,
	"rating_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "courses_popularity";--> statement-breakpoint
DROP INDEX "courses_level";--> statement-breakpoint
DROP INDEX "courses_price";--> statement-breakpoint
DROP INDEX "courses_topics";--> statement-breakpoint
DROP INDEX "courses_search";--> statement-breakpoint
ALTER TABLE "course_listings" ADD CONSTRAINT "course_listings_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_listings_newest" ON "course_listings" USING btree ("created_at","course_id");--> statement-breakpoint
CREATE INDEX "course_listings_price" ON "course_listings" USING btree ("price_cents","course_id");--> statement-breakpoint
CREATE INDEX "course_listings_popularity" ON "course_listings" USING btree ("rating_count","course_id");--> statement-breakpoint
CREATE INDEX "course_listings_topics" ON "course_listings" USING gin ("search_topics");--> statement-breakpoint
CREATE INDEX "course_listings_search" ON "course_listings" USING gin ("search_title" gin_trgm_ops);
--> statement-breakpoint
-- Updates the listings of these courses. Only published courses have one.
CREATE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing USING "courses" course
   WHERE course."id" = listing."course_id" AND course."id" = ANY(ids)
     AND course."status" <> 'published';
  INSERT INTO "course_listings" (
    "course_id", "level", "language", "gender", "is_full", "search_title", "search_topics",
    "price_cents", "payable_cents", "rating_count", "created_at"
  )
  SELECT course."id", course."level", course."language",
         CASE WHEN teacher."gender" IN ('female', 'male') THEN teacher."gender" END,
         course."max_students" <= (
           SELECT count(*) FROM "enrolments" seat
            WHERE seat."course_id" = course."id" AND seat."status" IN ('held', 'enrolled')
         ),
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
CREATE FUNCTION list_changed_courses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_courses(ARRAY(SELECT "id" FROM changed));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "courses_list_new" AFTER INSERT ON "courses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_courses();
--> statement-breakpoint
CREATE TRIGGER "courses_list_changed" AFTER UPDATE ON "courses"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_changed_courses();
--> statement-breakpoint
-- Transactions that change a seat lock its course, so that seats are counted sequentially.
CREATE FUNCTION list_courses_of_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_courses(ARRAY(SELECT DISTINCT "course_id" FROM changed));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "enrolments_list_new" AFTER INSERT ON "enrolments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
CREATE TRIGGER "enrolments_list_changed" AFTER UPDATE ON "enrolments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
CREATE TRIGGER "enrolments_list_gone" AFTER DELETE ON "enrolments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
CREATE FUNCTION list_courses_of_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_courses(ARRAY(SELECT "id" FROM "courses" WHERE "teacher_id" = NEW."id"));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "profiles_list_courses" AFTER UPDATE OF "gender" ON "profiles"
  FOR EACH ROW WHEN (OLD."gender" IS DISTINCT FROM NEW."gender")
  EXECUTE FUNCTION list_courses_of_teacher();
--> statement-breakpoint
CREATE FUNCTION count_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "course_counts" ("level", "language", "gender", "is_full", "price_band", "categories", "change")
    SELECT "level", "language", "gender", "is_full", "price_band", "categories", count(*)
      FROM came GROUP BY 1, 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "course_counts" ("level", "language", "gender", "is_full", "price_band", "categories", "change")
    SELECT "level", "language", "gender", "is_full", "price_band", "categories", -count(*)
      FROM went GROUP BY 1, 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO "course_counts" ("level", "language", "gender", "is_full", "price_band", "categories", "change")
    SELECT "level", "language", "gender", "is_full", "price_band", "categories", sum("change")
      FROM (SELECT *, 1 AS "change" FROM came UNION ALL SELECT *, -1 FROM went) moved
     GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("change") <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "course_listings_count_new" AFTER INSERT ON "course_listings"
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
--> statement-breakpoint
CREATE TRIGGER "course_listings_count_gone" AFTER DELETE ON "course_listings"
  REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
--> statement-breakpoint
CREATE TRIGGER "course_listings_count_changed" AFTER UPDATE ON "course_listings"
  REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
--> statement-breakpoint
-- A hold that takes or releases the last seat changes which seats the catalog shows as available. All
-- processes are notified at the commit, on the channel for page purges.
CREATE FUNCTION tell_of_last_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_page_purges', json_build_object(
    'from', 'database', 'tags', json_build_array('courses', 'course:' || NEW."course_id")
  )::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "course_listings_last_seat" AFTER UPDATE OF "is_full" ON "course_listings"
  FOR EACH ROW WHEN (OLD."is_full" <> NEW."is_full") EXECUTE FUNCTION tell_of_last_seat();
--> statement-breakpoint
SELECT list_courses(ARRAY(SELECT "id" FROM "courses"));
