ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_comment_notice_id_fkey";
