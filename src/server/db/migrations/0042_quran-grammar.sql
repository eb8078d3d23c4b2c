CREATE TABLE "quran_grammar_sources" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"license" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quran_grammar_words" (
	"surah" smallint NOT NULL,
	"verse" smallint NOT NULL,
	"position" smallint NOT NULL,
	"root" text,
	"lemma" text,
	"part_of_speech" text,
	"features" jsonb NOT NULL,
	CONSTRAINT "quran_grammar_words_surah_verse_position_pk" PRIMARY KEY("surah","verse","position")
);
--> statement-breakpoint
CREATE INDEX "quran_grammar_words_root" ON "quran_grammar_words" USING btree ("root");