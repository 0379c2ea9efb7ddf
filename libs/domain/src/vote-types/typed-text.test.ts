// Covers docs/reference/options.md: inputs
// Covers docs/reference/votes.md: text-values

import { inputTypes } from "../polls/attributes";
import { isBlankText, storedText, type TypedText, textProblem } from "./typed-text";

const typed = (inputType: string, difference: Partial<TypedText> = {}): TypedText => ({
  inputType,
  allowedValues: [],
  allowsOther: false,
  multiline: false,
  fileIds: [],
  ...difference,
});

const colors = { allowedValues: ["red", "green", "blue"] };

describe("vote_text by input_type", () => {
  test.each<[string, string, Partial<TypedText>?]>([
    ["text", "one line"],
    ["text", "two\nlines", { multiline: true }],
    ["textarea", "two\nlines"],
    ["email", "ann@example.org"],
    ["url", "https://example.org/a?b=c"],
    ["select", "red", colors],
    ["radio", "blue", colors],
    ["multi_select", '["red","blue"]', colors],
    ["checkbox", '["green"]', colors],
    ["select", "pink", { ...colors, allowsOther: true }],
    ["multi_select", '["red","pink"]', { ...colors, allowsOther: true }],
    ["checkbox", "true"],
    ["checkbox", "false"],
    ["number", "-42"],
    ["number_float", "3.14"],
    ["number_float", "3"],
    ["file", "file-1", { fileIds: ["file-1"] }],
    ["location", "-33.8568, 151.2153"],
    ["location", "90, -180"],
    ["location", "52.52,13.4"],
    ["location", "-33.8568,   151.2153"],
    ["date", "2032-02-29"],
    ["datetime", "2030-05-15T12:00:00Z"],
    ["datetime", "2030-05-15T12:00+02:00"],
  ])("%s takes %j", (inputType, text, difference = {}) => {
    expect(textProblem(text, typed(inputType, difference))).toBeUndefined();
  });

  test.each<[string, string, Partial<TypedText>?]>([
    ["text", "two\nlines"],
    ["text", "bell\u0007"],
    ["email", "ann"],
    ["url", "javascript:alert(1)"],
    ["url", "example.org"],
    ["select", "pink", colors],
    ["select", " pink", { ...colors, allowsOther: true }],
    ["radio", "x".repeat(201), { ...colors, allowsOther: true }],
    ["multi_select", '["pink","gray"]', { ...colors, allowsOther: true }],
    ["multi_select", '["red",""]', { ...colors, allowsOther: true }],
    ["radio", "", colors],
    ["select", '["red"]', colors],
    ["multi_select", "red", colors],
    ["multi_select", '["pink"]', colors],
    ["multi_select", '["red","red"]', colors],
    ["multi_select", "[1]", colors],
    ["checkbox", "true", colors],
    ["checkbox", "yes"],
    ["number", "1.5"],
    ["number", "1e3"],
    ["number_float", "1,5"],
    ["number_float", ".5"],
    ["file", "file-2", { fileIds: ["file-1"] }],
    ["location", "52.52"],
    ["location", "52,52, 13,4"],
    ["location", "90.1, 0"],
    ["location", "0, 180.5"],
    ["location", "0,0"],
    ["location", "52,13.4"],
    ["location", "52.52,13"],
    ["location", "52.52\n,13.4"],
    ["date", "2031-02-29"],
    ["datetime", "2030-05-15"],
    ["datetime", "noon"],
  ])("%s refuses %j", (inputType, text, difference = {}) => {
    expect(textProblem(text, typed(inputType, difference))).toEqual(expect.any(String));
  });

  test.each(inputTypes)("every input type has rules: %s", (inputType) => {
    expect(() => textProblem("x", typed(inputType))).not.toThrow();
  });

  test("an unknown type throws", () => {
    expect(() => textProblem("x", typed("hologram"))).toThrow("Unknown input type");
    expect(() => textProblem("x", typed("toString"))).toThrow("Unknown input type");
  });

  test("an empty text and an empty list are blank", () => {
    expect(isBlankText("[]", typed("multi_select", colors))).toBe(true);
    expect(isBlankText("[]", typed("text"))).toBe(false);
    expect(isBlankText("", undefined)).toBe(true);
  });

  test.each<[string, string, Partial<TypedText>?]>([
    ['["red","blue"]', '["red","blue"]', colors],
    ['["blue","red"]', '["red","blue"]', colors],
    ['[ "blue", "re\\u0064" ]', '["red","blue"]', colors],
    ['["pink","blue"]', '["blue","pink"]', { ...colors, allowsOther: true }],
    ["true", "true"],
  ])("the list %s is stored as %s", (text, stored, difference = {}) => {
    expect(storedText(text, typed("multi_select", difference))).toBe(stored);
    expect(storedText(text, typed("checkbox", difference))).toBe(stored);
    expect(storedText(text, typed("textarea", difference))).toBe(text);
  });

  test("a location is stored in one notation", () => {
    expect(storedText("52.52,13.4", typed("location"))).toBe("52.52, 13.4");
    expect(storedText("52.52,  13.4", typed("location"))).toBe("52.52, 13.4");
  });

  test("a number is stored in one notation", () => {
    expect(storedText("+02", typed("number"))).toBe("2");
  });
});
