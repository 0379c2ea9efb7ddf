-- AlterTable
ALTER TABLE "sign_ins" ADD COLUMN "return_path" TEXT;
