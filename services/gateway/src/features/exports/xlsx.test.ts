import { step, waitFor } from "@polls/testing";
import { type Sheet, type SheetRow, xlsxStream } from "./xlsx";

async function* oneRow(): AsyncGenerator<readonly SheetRow[]> {
  yield [["a"]];
}

const sheet = (name: string): Sheet => ({
  name,
  widths: [10],
  header: undefined,
  rows: oneRow(),
});

test.each([0, 1])(
  "a download that ends after %i sheets closes the reading of the others",
  async (before) => {
    const asked = step();
    const found = step();
    let isClosed = false;
    async function* sheets(): AsyncGenerator<Sheet> {
      try {
        for (let number = 1; number <= before; number++) yield sheet(`Sheet ${number}`);
        asked.done();
        await found.promise;
        yield sheet("late");
        throw new Error("a sheet after the end was asked for");
      } finally {
        isClosed = true;
      }
    }
    const download = xlsxStream(sheets()).on("error", () => undefined);
    download.on("data", () => undefined);
    await asked.promise;
    download.destroy();
    found.done();
    await waitFor(() => isClosed, { what: "the end of the reading" });
  },
);
