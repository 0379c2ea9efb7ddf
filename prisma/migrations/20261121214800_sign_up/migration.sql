-- AlterTable
ALTER TABLE "sign_ins" ALTER COLUMN "account_id" DROP NOT NULL;
