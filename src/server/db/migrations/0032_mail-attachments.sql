CREATE TABLE "mail_attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_attachments_valid_until" ON "mail_attachments" USING btree ("valid_until");