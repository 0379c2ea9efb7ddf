import { deploymentId } from "@polls/db/connection";
import { openStorage, readOwner, type StorageLocation, writeOwner } from "@polls/storage";
import { command } from "../command/command";

/** `ops storage adopt` makes the deployment of the database the owner of the configured storage. */
export const storageAdoptCommand = (readStorage: () => StorageLocation) =>
  command({
    name: "ops storage adopt",
    summary:
      "Takes the configured storage over from another deployment, which then only reads it. Stop that deployment first.",
    options: {},
    async run(db) {
      const storage = await openStorage(readStorage());
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
