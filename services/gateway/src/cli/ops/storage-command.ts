import { deploymentId } from "@polls/db/connection";
import { openStorage, readOwner, writeOwner } from "@polls/storage";
import type { BackupEnvironment } from "../backup/environment";
import { command } from "../command/command";

/** `ops storage adopt` makes the deployment of the database the owner of the configured storage. */
export const storageAdoptCommand = (readEnvironment: () => BackupEnvironment) =>
  command({
    name: "ops storage adopt",
    summary:
      "Takes the configured storage over from another deployment, which then only reads it. Stop that deployment first.",
    options: {},
    async run(db) {
      const storage = await openStorage(readEnvironment().storage);
      try {
        const previous = await readOwner(storage);
        const deployment = await deploymentId(db);
        await writeOwner(storage, deployment);
        return { deployment, previous: previous ?? null };
      } finally {
        await storage.close();
      }
    },
  });
