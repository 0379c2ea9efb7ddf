-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "message" TEXT;

-- AlterTable
ALTER TABLE "reminders" ADD COLUMN     "message" TEXT;
