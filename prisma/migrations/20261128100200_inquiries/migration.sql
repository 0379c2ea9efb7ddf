-- An open inquiry of a bank, which takes no money, and until when it can be answered.
ALTER TABLE "payments" ADD COLUMN     "inquiry_opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "inquiry_due_at" TIMESTAMPTZ(3);
