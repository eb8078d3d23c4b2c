DROP INDEX "course_listings_newest";--> statement-breakpoint
DROP INDEX "course_listings_price";--> statement-breakpoint
DROP INDEX "course_listings_popularity";--> statement-breakpoint
ALTER TABLE "course_counts" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "course_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "course_listings_newest" ON "course_listings" USING btree ("created_at","course_id","kind","search_title");--> statement-breakpoint
CREATE INDEX "course_listings_price" ON "course_listings" USING btree ("payable_cents","course_id","kind","search_title");--> statement-breakpoint
CREATE INDEX "course_listings_popularity" ON "course_listings" USING btree ("rating_count","course_id","kind","search_title");--> statement-breakpoint
ALTER TABLE "course_listings" DROP COLUMN "price_cents";
--> statement-breakpoint
-- Updates the listings of these courses. Only published courses that aren't over have one.
CREATE OR REPLACE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing USING "courses" course
   WHERE course."id" = listing."course_id" AND course."id" = ANY(ids)
     AND (course."status" <> 'published' OR course."is_over");
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
-- Every change of a listing inserts a row: with the change of its counts, or 0 if only its text changed.
CREATE OR REPLACE FUNCTION count_listings() RETURNS trigger LANGUAGE plpgsql AS $$
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
      FROM (
        SELECT came.*, 1 AS "change", false AS "reworded" FROM came
        UNION ALL
        SELECT went.*, -1, false FROM went
        UNION ALL
        SELECT came.*, 0, true FROM came JOIN went USING ("course_id")
         WHERE (came."search_title", came."search_topics")
               IS DISTINCT FROM (went."search_title", went."search_topics")
      ) moved
     GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("change") <> 0 OR bool_or("reworded");
  END IF;
  RETURN NULL;
END
$$;
