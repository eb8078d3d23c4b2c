DROP VIEW "public"."course_listing_source";--> statement-breakpoint
ALTER TABLE "course_listings" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_listings" ADD COLUMN "class_starts" bit(672) DEFAULT repeat('0', 672)::bit(672) NOT NULL;--> statement-breakpoint
ALTER TABLE "course_listings" ADD COLUMN "next_class_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "next_class_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "course_listings_next_class" ON "course_listings" USING btree ("is_full","next_class_at","course_id","kind");--> statement-breakpoint
CREATE INDEX "courses_next_class" ON "courses" USING btree ("next_class_at");--> statement-breakpoint
CREATE VIEW "public"."course_listing_source" AS (
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    replace(coalesce(course.level, ''), '|', '/') || '|' || replace(coalesce(case when facts.payable_cents < 1 then 'free' when facts.payable_cents < 4000 then 'under-40' when facts.payable_cents < 8000 then '40-to-79' else 'from-80' end, ''), '|', '/') || '|' || replace(coalesce(case when teacher.gender in ('female', 'male') then teacher.gender end, ''), '|', '/') || '|' || replace(coalesce(case when facts.is_full then 'full' end, ''), '|', '/') || '|' || replace(coalesce(concat(case when course.search_topics && array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید'] or lower(course.category) = any(array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد', 'تجوید']) then 'Tajweed,' end, case when course.search_topics && array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ'] or lower(course.category) = any(array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ']) then 'Memorization,' end, case when course.search_topics && array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر'] or lower(course.category) = any(array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير', 'تفسیر']) then 'Tafsir,' end, case when course.search_topics && array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت'] or lower(course.category) = any(array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت']) then 'Recitation,' end, case when course.search_topics && array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات'] or lower(course.category) = any(array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات']) then 'Qira''at,' end, case when course.search_topics && array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ'] or lower(course.category) = any(array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده', 'قاعدہ']) then 'Qaida,' end, case when course.search_topics && array['arabic', 'arabe', 'العربيه', 'عربي', 'عربی'] or lower(course.category) = any(array['arabic', 'arabe', 'العربيه', 'عربي', 'عربی']) then 'Arabic,' end, case when course.search_topics && array['seerah', 'sirah', 'سيره', 'السيره', 'سیرت'] or lower(course.category) = any(array['seerah', 'sirah', 'سيره', 'السيره', 'سیرت']) then 'Seerah,' end), ''), '|', '/') || '|' || replace(coalesce(course.language, ''), '|', '/') || '|' || replace(coalesce(array_to_string(course.audience, ','), ''), '|', '/') || '|' || replace(coalesce(case when teacher.offers_trials then 'offered' end, ''), '|', '/') AS kind,
    course.search_title,
    concat_ws(' ', course.search_title, array_to_string(course.search_topics, ' '), teacher.search_name)
      AS search_text,
    course.search_topics, facts.payable_cents,
    course.rating_count, case when course.rating_count = 0 then 0 else (course.rating_sum + 15) * 1000 / (course.rating_count + 5) end AS rating_score,
    teacher.time_zone, coalesce((
      SELECT bit_or(set_bit(repeat('0', 672)::bit(672), (
        (class.day - 1) * 96 + extract(hour FROM class.start_time) * 4
        + floor(extract(minute FROM class.start_time) / 15)
      )::integer, 1))
      FROM course_schedule class WHERE class.course_id = course.id
    ), repeat('0', 672)::bit(672))::bit(672) AS class_starts, course.next_class_at, course.created_at
  FROM courses course JOIN profiles teacher ON teacher.id = course.teacher_id
  CROSS JOIN LATERAL (
    SELECT course.max_students <= taken_seats(course.id) AS is_full,
      CASE WHEN course.has_discount THEN course.discount_price_cents
           ELSE course.price_cents END AS payable_cents
    OFFSET 0
  ) facts
  WHERE course.status = 'published' AND NOT course.is_over AND NOT course.lacks_classes
    AND course.hidden_at IS NULL
);--> statement-breakpoint
UPDATE "courses" SET "next_class_at" = "upcoming"."starts_at" FROM (
  SELECT "course_id", min("starts_at") AS "starts_at" FROM "classes"
   WHERE "status" = 'scheduled' AND "starts_at" > now() GROUP BY "course_id"
) "upcoming"
WHERE "courses"."id" = "upcoming"."course_id";
--> statement-breakpoint
-- Updates the listings of these courses from the view.
CREATE OR REPLACE FUNCTION list_courses(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "course_listings" listing
   WHERE listing."course_id" = ANY(ids) AND listing."course_id" <> ALL (ARRAY(
     SELECT "course_id" FROM "course_listing_source" WHERE "course_id" = ANY(ids)
   ));
  INSERT INTO "course_listings" (
    "course_id", "level", "language", "gender", "is_full", "kind", "search_title", "search_text",
    "search_topics", "payable_cents", "rating_count", "rating_score", "time_zone", "class_starts",
    "next_class_at", "created_at"
  )
  SELECT
    "course_id", "level", "language", "gender", "is_full", "kind", "search_title", "search_text",
    "search_topics", "payable_cents", "rating_count", "rating_score", "time_zone", "class_starts",
    "next_class_at", "created_at"
    FROM "course_listing_source" WHERE "course_id" = ANY(ids)
   ORDER BY "course_id"
  ON CONFLICT ("course_id") DO UPDATE SET
    "level" = excluded."level", "language" = excluded."language", "gender" = excluded."gender",
    "is_full" = excluded."is_full", "kind" = excluded."kind", "search_title" =
    excluded."search_title", "search_text" = excluded."search_text", "search_topics" =
    excluded."search_topics", "payable_cents" = excluded."payable_cents", "rating_count" =
    excluded."rating_count", "rating_score" = excluded."rating_score", "time_zone" =
    excluded."time_zone", "class_starts" = excluded."class_starts", "next_class_at" =
    excluded."next_class_at", "created_at" = excluded."created_at"
  WHERE (
    "course_listings"."level", "course_listings"."language", "course_listings"."gender",
    "course_listings"."is_full", "course_listings"."kind", "course_listings"."search_title",
    "course_listings"."search_text", "course_listings"."search_topics",
    "course_listings"."payable_cents", "course_listings"."rating_count",
    "course_listings"."rating_score", "course_listings"."time_zone",
    "course_listings"."class_starts", "course_listings"."next_class_at",
    "course_listings"."created_at"
  ) IS DISTINCT FROM (
    excluded."level", excluded."language", excluded."gender", excluded."is_full", excluded."kind",
    excluded."search_title", excluded."search_text", excluded."search_topics",
    excluded."payable_cents", excluded."rating_count", excluded."rating_score",
    excluded."time_zone", excluded."class_starts", excluded."next_class_at", excluded."created_at"
  )
$$;
--> statement-breakpoint
-- Any change of a teacher may change the kinds, the text and the zone of the teacher's courses. Only
-- listings that change are locked.
CREATE OR REPLACE FUNCTION list_courses_of_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[] := ARRAY(
    SELECT listing."course_id"
      FROM "courses" course
      JOIN "course_listings" listing ON listing."course_id" = course."id"
      JOIN "course_listing_source" source ON source."course_id" = course."id"
     WHERE course."teacher_id" = NEW."id"
       AND (source."kind", source."search_text", source."time_zone")
           IS DISTINCT FROM (listing."kind", listing."search_text", listing."time_zone")
  );
BEGIN
  IF cardinality(changed) > 0 THEN PERFORM list_courses(changed); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The weekly classes are stored after their course.
CREATE TRIGGER "course_schedule_list_new" AFTER INSERT ON "course_schedule"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
CREATE TRIGGER "course_schedule_list_changed" AFTER UPDATE ON "course_schedule"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
CREATE TRIGGER "course_schedule_list_gone" AFTER DELETE ON "course_schedule"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_courses_of_seats();
--> statement-breakpoint
-- Every change of a listing inserts a row: with the change of its kind, or 0 if only something else
-- changed by which courses are found.
CREATE OR REPLACE FUNCTION count_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
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
        SELECT came."kind", 1 AS "change", false AS "changed" FROM came
        UNION ALL
        SELECT went."kind", -1, false FROM went
        UNION ALL
        SELECT came."kind", 0, true FROM came JOIN went USING ("course_id")
         WHERE (
           came."search_text", came."search_topics", came."payable_cents", came."time_zone",
           came."class_starts"
         ) IS DISTINCT FROM (
           went."search_text", went."search_topics", went."payable_cents", went."time_zone",
           went."class_starts"
         )
      ) moved
     GROUP BY 1 HAVING sum("change") <> 0 OR bool_or("changed");
  END IF;
  RETURN NULL;
END
$$;
