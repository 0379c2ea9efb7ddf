import { deploymentId } from "@polls/db/connection";
import { openStorage, readOwner, writeOwner } from "@polls/storage";
import { inSentences } from "../backup/backup-commands";
import type { BackupEnvironment } from "../backup/environment";
import { command, Printed } from "../command/command";
import { withShards } from "../command/with-shards";
import { copyStorage } from "./copy-storage";

export const storageCommands = (readEnvironment: () => BackupEnvironment) => [
  command({
    name: "storage copy",
    summary:
      "Copies the files of the service to another place, and verifies each. Continues after an interruption.",
    options: {
      from: { value: "PLACE", description: "a directory, or s3://bucket/folder", required: true },
      to: { value: "PLACE", description: "a directory, or s3://bucket/folder", required: true },
      switch: {
        description: "then makes the new place the storage; the old one takes no more files",
      },
    },
    async run(db, { from, to, switch: isSwitch }) {
      const environment = readEnvironment();
      const places = { from: environment.filesAt(from), to: environment.placeOf(to) };
      const copied = await inSentences("copy", () =>
        withShards(db, (shards) =>
          copyStorage({ db, shards: shards.all(), ...places, isSwitch: isSwitch === true }),
        ),
      );
      return new Printed(copied, copied.damaged.length > 0 ? 1 : 0);
    },
  }),
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
  }),
];
