CREATE TABLE "agreements" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_deliveries" (
	"id" text PRIMARY KEY DEFAULT 'ldv_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"letter_id" text NOT NULL,
	"address" text NOT NULL,
	"recipient" text NOT NULL,
	"owner_id" text,
	"language" text DEFAULT 'en' NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "letter_texts" (
	"letter_id" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"preheader" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "letter_texts_letter_id_language_pk" PRIMARY KEY("letter_id","language")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"audience" text NOT NULL,
	"language" text,
	"active_days" integer,
	"rate_per_hour" integer DEFAULT 200 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"paused_because" text,
	"sent_count" integer,
	"skipped_count" integer,
	"failed_count" integer,
	CONSTRAINT "letters_audience" CHECK (("letters"."kind" = 'newsletter') = ("letters"."audience" = 'subscribers'))
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_suppressions_email_lower" CHECK ("mail_suppressions"."email" = lower("mail_suppressions"."email"))
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "privacy_version" text;--> statement-breakpoint
ALTER TABLE "newsletter_requests" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_deliveries" ADD CONSTRAINT "letter_deliveries_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_texts" ADD CONSTRAINT "letter_texts_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_version" ON "agreements" USING btree ("user_id","document","version");--> statement-breakpoint
CREATE UNIQUE INDEX "letter_deliveries_address" ON "letter_deliveries" USING btree ("letter_id","address");--> statement-breakpoint
CREATE INDEX "letter_deliveries_status" ON "letter_deliveries" USING btree ("letter_id","status");--> statement-breakpoint
CREATE INDEX "letter_deliveries_claimed" ON "letter_deliveries" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "letter_deliveries_recipient" ON "letter_deliveries" USING btree ("address");--> statement-breakpoint
CREATE INDEX "letters_created_at" ON "letters" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_suppressions_email" ON "mail_suppressions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "mail_suppressions_created_at" ON "mail_suppressions" USING btree ("created_at");