import { createSlots } from "./slots";

const open = () =>
  createSlots<string>({
    ofHolder: 2,
    ofAll: 3,
    refuseHolder: () => new Error("you have too many"),
    refuseAll: () => new Error("there are too many"),
  });

test("a holder gets its own number of slots, and another one the rest", () => {
  const slots = open();
  slots.take("a");
  expect(() => slots.require("a")).not.toThrow();
  slots.take("a");
  expect(() => slots.require("a")).toThrow("you have too many");
  expect(() => slots.require("b")).not.toThrow();
  slots.take("b");
  expect(() => slots.require("b")).toThrow("there are too many");
  expect(slots.taken()).toBe(3);
});

test("a freed slot can be taken again, and is freed once", () => {
  const slots = open();
  const free = slots.take("a");
  slots.take("a");
  free();
  free();
  expect(slots.taken()).toBe(1);
  expect(() => slots.require("a")).not.toThrow();
  slots.take("a");
  expect(() => slots.require("a")).toThrow("you have too many");
});
