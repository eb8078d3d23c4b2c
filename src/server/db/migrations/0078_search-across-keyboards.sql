DROP VIEW "public"."course_listing_source";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_specializations" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE VIEW "public"."course_listing_source" AS (
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    replace(coalesce(course.level, ''), '|', '/') || '|' || replace(coalesce(case when facts.payable_cents < 1 then 'free' when facts.payable_cents < 4000 then 'under-40' when facts.payable_cents < 8000 then '40-to-79' else 'from-80' end, ''), '|', '/') || '|' || replace(coalesce(case when teacher.gender in ('female', 'male') then teacher.gender end, ''), '|', '/') || '|' || replace(coalesce(case when facts.is_full then 'full' end, ''), '|', '/') || '|' || replace(coalesce(concat(case when course.search_topics && array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['tajweed', 'tajwid', 'tajvid', 'tecvid', 'تجويد', 'التجويد']) then 'Tajweed,' end, case when course.search_topics && array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['memorization', 'memorisation', 'memorizacion', 'memorize', 'memorise', 'memorizing', 'hifz', 'hifdh', 'hifth', 'hifzh', 'حفظ', 'الحفظ', 'تحفيظ']) then 'Memorization,' end, case when course.search_topics && array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['tafsir', 'tafseer', 'tefsir', 'exegesis', 'exegese', 'تفسير', 'التفسير']) then 'Tafsir,' end, case when course.search_topics && array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['recitation', 'recitacion', 'tilawah', 'tilawa', 'تلاوه', 'التلاوه', 'تلاوت']) then 'Recitation,' end, case when course.search_topics && array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['qira''at', 'qiraat', 'qira’at', 'qiraah', 'قراءات', 'القراءات']) then 'Qira''at,' end, case when course.search_topics && array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['qaida', 'qaidah', 'qa''ida', 'qa''idah', 'qaaida', 'قاعده', 'القاعده']) then 'Qaida,' end, case when course.search_topics && array['arabic', 'arabe', 'العربيه', 'عربي'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['arabic', 'arabe', 'العربيه', 'عربي']) then 'Arabic,' end, case when course.search_topics && array['seerah', 'sirah', 'سيره', 'السيره', 'سيرت'] or translate(lower(course.category), 'یےىکہۂھەةۃ', 'يييكهههههه') = any(array['seerah', 'sirah', 'سيره', 'السيره', 'سيرت']) then 'Seerah,' end), ''), '|', '/') || '|' || replace(coalesce(course.language, ''), '|', '/') || '|' || replace(coalesce(array_to_string(course.audience, ','), ''), '|', '/') || '|' || replace(coalesce(case when teacher.offers_trials then 'offered' end, ''), '|', '/') AS kind,
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
);
--> statement-breakpoint
-- Folds stored texts again, as `foldForSearch` does now: letters and digits of different keyboards are the same.
CREATE FUNCTION pg_temp.unify_keyboards(folded text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(folded, 'یےىکہۂھەةۃ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯',
                           'يييكهههههه0123456789012345678901234567890123456789')
$$;
--> statement-breakpoint
UPDATE "courses" SET
  "search_title" = pg_temp.unify_keyboards("search_title"),
  "search_topics" = ARRAY(
    SELECT pg_temp.unify_keyboards(topic) FROM unnest("search_topics") WITH ORDINALITY AS each (topic, place)
     ORDER BY place
  )
WHERE concat_ws(' ', "search_title", array_to_string("search_topics", ' '))
   <> pg_temp.unify_keyboards(concat_ws(' ', "search_title", array_to_string("search_topics", ' ')));
--> statement-breakpoint
UPDATE "messages" SET "search_text" = pg_temp.unify_keyboards("search_text")
WHERE "search_text" <> pg_temp.unify_keyboards("search_text");
--> statement-breakpoint
-- Specializations weren't folded before. Marks of other scripts are removed when a profile is saved again.
UPDATE "profiles" SET
  "search_name" = pg_temp.unify_keyboards("search_name"),
  "search_specializations" = ARRAY(
    SELECT trim(regexp_replace(lower(pg_temp.unify_keyboards(translate(
             regexp_replace(
               normalize(subject, NFKD),
               '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]', '', 'g'
             ),
             'أإآٱ', 'اااا'
           ))), '\s+', ' ', 'g'))
      FROM unnest("specializations") WITH ORDINALITY AS each (subject, place)
     ORDER BY place
  )
WHERE "search_name" <> pg_temp.unify_keyboards("search_name") OR "specializations" <> '{}';
