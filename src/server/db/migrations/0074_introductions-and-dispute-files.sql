CREATE TABLE "dispute_files" (
	"id" text PRIMARY KEY NOT NULL,
	"dispute_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"provider_file_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_files_providerFileId_unique" UNIQUE("provider_file_id")
);
--> statement-breakpoint
CREATE TABLE "introductions" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"kind" text NOT NULL,
	"video_url" text,
	"key" text,
	"bytes" integer,
	"milliseconds" integer,
	"hidden_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "introductions_teacherId_unique" UNIQUE("teacher_id"),
	CONSTRAINT "introductions_key_unique" UNIQUE("key"),
	CONSTRAINT "introductions_kind" CHECK (case "introductions"."kind" when 'video' then "introductions"."video_url" is not null and "introductions"."key" is null else "introductions"."key" is not null and "introductions"."bytes" is not null and "introductions"."milliseconds" is not null and "introductions"."video_url" is null end)
);
--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "introductions" ADD CONSTRAINT "introductions_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_files_kind" ON "dispute_files" USING btree ("dispute_id","kind");