CREATE TABLE "course_kind_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_kind_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "course_listings" ALTER COLUMN "kind" DROP EXPRESSION;--> statement-breakpoint
CREATE VIEW "public"."course_listing_source" AS (
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    replace(coalesce(course.level, ''), '|', '/') || '|' || replace(coalesce(case when facts.payable_cents < 1 then 'free' when facts.payable_cents < 4000 then 'under-40' when facts.payable_cents < 8000 then '40-to-79' else 'from-80' end, ''), '|', '/') || '|' || replace(coalesce(case when teacher.gender in ('female', 'male') then teacher.gender end, ''), '|', '/') || '|' || replace(coalesce(case when facts.is_full then 'full' end, ''), '|', '/') || '|' || replace(coalesce(concat(case when course.search_topics @> array['tajweed'] then 'Tajweed,' end, case when course.search_topics @> array['memorization'] then 'Memorization,' end, case when course.search_topics @> array['tafsir'] then 'Tafsir,' end), ''), '|', '/') || '|' || replace(coalesce(course.language, ''), '|', '/') AS kind,
    course.search_title, course.search_topics, facts.payable_cents,
    course.rating_count, course.created_at
  FROM courses course JOIN profiles teacher ON teacher.id = course.teacher_id
  CROSS JOIN LATERAL (
    SELECT course.max_students <= taken_seats(course.id) AS is_full,
      CASE WHEN course.has_discount THEN course.discount_price_cents
           ELSE course.price_cents END AS payable_cents
    OFFSET 0
  ) facts
  WHERE course.status = 'published' AND NOT course.is_over AND course.hidden_at IS NULL
);
--> statement-breakpoint
-- Updates the listings of these courses from the view. A new filter changes only the view, not this
-- function.
CREATE OR REPLACE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing
   WHERE listing."course_id" = ANY(ids) AND listing."course_id" <> ALL (ARRAY(
     SELECT "course_id" FROM "course_listing_source" WHERE "course_id" = ANY(ids)
   ));
  INSERT INTO "course_listings" (
    "course_id", "level", "language", "gender", "is_full", "kind", "search_title", "search_topics",
    "payable_cents", "rating_count", "created_at"
  )
  SELECT "course_id", "level", "language", "gender", "is_full", "kind", "search_title",
         "search_topics", "payable_cents", "rating_count", "created_at"
    FROM "course_listing_source" WHERE "course_id" = ANY(ids)
   ORDER BY "course_id"
  ON CONFLICT ("course_id") DO UPDATE SET
    "level" = excluded."level", "language" = excluded."language", "gender" = excluded."gender",
    "is_full" = excluded."is_full", "kind" = excluded."kind",
    "search_title" = excluded."search_title", "search_topics" = excluded."search_topics",
    "payable_cents" = excluded."payable_cents", "rating_count" = excluded."rating_count",
    "created_at" = excluded."created_at"
  WHERE (
    "course_listings"."level", "course_listings"."language", "course_listings"."gender",
    "course_listings"."is_full", "course_listings"."kind", "course_listings"."search_title",
    "course_listings"."search_topics", "course_listings"."payable_cents",
    "course_listings"."rating_count", "course_listings"."created_at"
  ) IS DISTINCT FROM (
    excluded."level", excluded."language", excluded."gender", excluded."is_full", excluded."kind",
    excluded."search_title", excluded."search_topics", excluded."payable_cents",
    excluded."rating_count", excluded."created_at"
  )
$$;
--> statement-breakpoint
-- Any change of a teacher may change the kinds of the teacher's courses. Only listings whose kind
-- changes are locked.
CREATE OR REPLACE FUNCTION list_courses_of_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[] := ARRAY(
    SELECT listing."course_id"
      FROM "courses" course
      JOIN "course_listings" listing ON listing."course_id" = course."id"
      JOIN "course_listing_source" source ON source."course_id" = course."id"
     WHERE course."teacher_id" = NEW."id" AND source."kind" <> listing."kind"
  );
BEGIN
  IF cardinality(changed) > 0 THEN PERFORM list_courses(changed); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER "profiles_list_courses" ON "profiles";
--> statement-breakpoint
CREATE TRIGGER "profiles_list_courses" AFTER UPDATE ON "profiles"
  FOR EACH ROW WHEN (NEW."role" = 'teacher' AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION list_courses_of_teacher();
--> statement-breakpoint
-- Every change of a listing inserts a row: with the change of its kind, or 0 if only its title or
-- topics changed.
CREATE FUNCTION count_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "course_kind_counts" ("kind", "change")
    SELECT "kind", count(*) FROM came GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "course_kind_counts" ("kind", "change")
    SELECT "kind", -count(*) FROM went GROUP BY 1;
  ELSE
    INSERT INTO "course_kind_counts" ("kind", "change")
    SELECT "kind", sum("change")
      FROM (
        SELECT came."kind", 1 AS "change", false AS "reworded" FROM came
        UNION ALL
        SELECT went."kind", -1, false FROM went
        UNION ALL
        SELECT came."kind", 0, true FROM came JOIN went USING ("course_id")
         WHERE (came."search_title", came."search_topics")
               IS DISTINCT FROM (went."search_title", went."search_topics")
      ) moved
     GROUP BY 1 HAVING sum("change") <> 0 OR bool_or("reworded");
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "course_listings_kind_new" AFTER INSERT ON "course_listings"
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_kinds();
--> statement-breakpoint
CREATE TRIGGER "course_listings_kind_gone" AFTER DELETE ON "course_listings"
  REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_kinds();
--> statement-breakpoint
CREATE TRIGGER "course_listings_kind_changed" AFTER UPDATE ON "course_listings"
  REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_kinds();
--> statement-breakpoint
INSERT INTO "course_kind_counts" ("kind", "change")
SELECT "kind", count(*) FROM "course_listings" GROUP BY 1;
--> statement-breakpoint
-- Called after the migrations. A view that a migration recreated has no comment, which causes all
-- listings to be rebuilt.
CREATE FUNCTION list_courses_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF obj_description('course_listing_source'::regclass, 'pg_class') IS NOT NULL THEN RETURN; END IF;
  PERFORM list_courses(ARRAY(SELECT "id" FROM "courses"));
  COMMENT ON VIEW "course_listing_source" IS 'All courses are listed as this view shows them.';
END
$$;
