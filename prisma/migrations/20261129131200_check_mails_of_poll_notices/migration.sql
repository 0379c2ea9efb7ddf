ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_poll_notice_id_fkey";
