CREATE TABLE "guardian_page_links" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
