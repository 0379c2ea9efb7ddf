ALTER TABLE "attachments" VALIDATE CONSTRAINT "attachments_cover_of_poll_id_fkey";
