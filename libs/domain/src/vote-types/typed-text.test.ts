import { inputTypes } from "../polls/attributes";
import { isNoText, type TypedText, wrongWithText } from "./typed-text";

const typed = (inputType: string, difference: Partial<TypedText> = {}): TypedText => ({
  inputType,
  allowedValues: [],
  multiline: false,
  fileIds: [],
  ...difference,
});

const colours = { allowedValues: ["red", "green", "blue"] };

describe("vote_text by input_type (decisions 4)", () => {
  test.each<[string, string, Partial<TypedText>?]>([
    ["text", "one line"],
    ["text", "two\nlines", { multiline: true }],
    ["textarea", "two\nlines"],
    ["email", "ann@example.org"],
    ["url", "https://example.org/a?b=c"],
    ["select", "red", colours],
    ["radio", "blue", colours],
    ["multi_select", '["red","blue"]', colours],
    ["checkbox", '["green"]', colours],
    ["checkbox", "true"],
    ["checkbox", "false"],
    ["number", "-42"],
    ["number_float", "3.14"],
    ["number_float", "3"],
    ["file", "file-1", { fileIds: ["file-1"] }],
    ["date", "2032-02-29"],
    ["datetime", "2030-05-15T12:00:00Z"],
    ["datetime", "2030-05-15T12:00+02:00"],
  ])("%s takes %j", (inputType, text, difference = {}) => {
    expect(wrongWithText(text, typed(inputType, difference))).toBeUndefined();
  });

  test.each<[string, string, Partial<TypedText>?]>([
    ["text", "two\nlines"],
    ["text", "bell\u0007"],
    ["email", "ann"],
    ["url", "javascript:alert(1)"],
    ["url", "example.org"],
    ["select", "pink", colours],
    ["radio", "", colours],
    ["select", '["red"]', colours],
    ["multi_select", "red", colours],
    ["multi_select", '["pink"]', colours],
    ["multi_select", '["red","red"]', colours],
    ["multi_select", "[1]", colours],
    ["checkbox", "true", colours],
    ["checkbox", "yes"],
    ["number", "1.5"],
    ["number", "1e3"],
    ["number_float", "1,5"],
    ["number_float", ".5"],
    ["file", "file-2", { fileIds: ["file-1"] }],
    ["date", "2031-02-29"],
    ["datetime", "2030-05-15"],
    ["datetime", "noon"],
  ])("%s refuses %j", (inputType, text, difference = {}) => {
    expect(wrongWithText(text, typed(inputType, difference))).toEqual(expect.any(String));
  });

  test.each(inputTypes)("%s is a type the service knows", (inputType) => {
    expect(() => wrongWithText("x", typed(inputType))).not.toThrow();
  });

  test("any other type is a defect", () => {
    expect(() => wrongWithText("x", typed("colour"))).toThrow("Unknown input type");
    expect(() => wrongWithText("x", typed("toString"))).toThrow("Unknown input type");
  });

  test("a list in which nothing is chosen says nothing", () => {
    expect(isNoText("[]", typed("multi_select", colours))).toBe(true);
    expect(isNoText("[]", typed("text"))).toBe(false);
    expect(isNoText("", undefined)).toBe(true);
  });
});
