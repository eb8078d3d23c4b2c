CREATE TABLE "ijazahs" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"position" smallint NOT NULL,
	"reading" text NOT NULL,
	"year" smallint NOT NULL,
	"chain" text[] NOT NULL,
	"verification_url" text
);
--> statement-breakpoint
CREATE TABLE "vetting_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vetting_documents_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "vetting_events" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"kind" text NOT NULL,
	"author_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"scope" text[] DEFAULT '{}' NOT NULL,
	"until" date,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vettings" (
	"teacher_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"verified_until" date,
	"scope" text[] DEFAULT '{}' NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"reminded_days" smallint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "vettings_verified" CHECK ("vettings"."status" <> 'verified' or "vettings"."verified_until" is not null),
	CONSTRAINT "vettings_submitted" CHECK ("vettings"."status" <> 'submitted' or "vettings"."submitted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "ijazahs" ADD CONSTRAINT "ijazahs_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vetting_documents" ADD CONSTRAINT "vetting_documents_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vetting_events" ADD CONSTRAINT "vetting_events_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vetting_events" ADD CONSTRAINT "vetting_events_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vettings" ADD CONSTRAINT "vettings_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ijazahs_teacher_id" ON "ijazahs" USING btree ("teacher_id","position");--> statement-breakpoint
CREATE INDEX "vetting_documents_teacher_id" ON "vetting_documents" USING btree ("teacher_id","created_at");--> statement-breakpoint
CREATE INDEX "vetting_events_teacher_id" ON "vetting_events" USING btree ("teacher_id","created_at");--> statement-breakpoint
CREATE INDEX "vetting_events_author_id" ON "vetting_events" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "vettings_status" ON "vettings" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "vettings_verified_until" ON "vettings" USING btree ("verified_until");