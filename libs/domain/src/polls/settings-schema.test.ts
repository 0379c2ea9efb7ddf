// Covers docs/reference/polls.md: enumerated-settings, settings

import { pollTypes } from "../poll-types";
import { pollSettingsOf } from "./settings";
import { settingsSchema } from "./settings-schema";
import { settingsWire } from "./settings-wire";

const wireOf = (type: string, stored: object) =>
  settingsWire({
    settings: pollSettingsOf(type, stored),
    votingCategories: [{ id: 2, title: "Taste" }],
    passwordHash: undefined,
  });

describe("settingsSchema", () => {
  test.each(pollTypes.names)("describes the settings of a new %s", (type) => {
    expect(settingsSchema.safeParse(wireOf(type, {})).error).toBeUndefined();
  });

  test("describes settings that are set", () => {
    const [type = ""] = pollTypes.names;
    const wire = wireOf(type, {
      deadline_voting: "2030-01-31T23:59:59.999Z",
      voting_fee: 100,
      terms: "Be kind",
      allowed_hosts: ["example.org"],
      thank_you_page_data: { text: "Bye" },
      effect: "snow",
      additional_attributes: {
        "1": { title: "Age", type: "number", required: true, allowed_values: [] },
      },
    });
    expect(settingsSchema.safeParse(wire).error).toBeUndefined();
    expect(wire).toMatchObject({ voting_fee_type: "voting_fee", effect: "snow" });
  });

  test.each([
    ["an unknown field", { color: "red" }],
    ["a value that is not listed", { effect: "rain" }],
    ["a missing boolean", { allow_voting: undefined }],
  ])("refuses %s", (_case, difference) => {
    const [type = ""] = pollTypes.names;
    expect(settingsSchema.safeParse({ ...wireOf(type, {}), ...difference }).success).toBe(false);
  });
});
