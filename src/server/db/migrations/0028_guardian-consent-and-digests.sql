CREATE TABLE "mail_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"course_id" text,
	"about" text NOT NULL,
	"kind" text NOT NULL,
	"lasting" boolean NOT NULL,
	"sealed" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardian_addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"declined_at" timestamp (3) with time zone,
	CONSTRAINT "guardian_addresses_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "change_summaries" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "guardian_confirmed" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "guardian_declined" text;--> statement-breakpoint
CREATE INDEX "mail_notices_recipient" ON "mail_notices" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "mail_notices_created_at" ON "mail_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_notices_waiting" ON "mail_notices" USING btree ("recipient") WHERE "mail_notices"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "profiles_guardian_address" ON "profiles" USING btree (lower(trim("parent_guardian_contact"))) WHERE "profiles"."parent_guardian_contact" is not null;