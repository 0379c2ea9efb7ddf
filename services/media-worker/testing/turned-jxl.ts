/** White, 400 by 200, a red square in the upper left, to be turned clockwise once. */
export const turnedJxl: Buffer = Buffer.from(
  [
    "/wrxLZATABKIAgAIwRPQABIQADXQFAAAFRqSBBQMAABgCWOzvVgEsFNQeAAApXLNYKjugEPGn4k/+Y+EGJyOio4x",
    "NgorYnAqKjqGMcYYERUbFYNFCAygqDsCjAFp5gQOk4lWbFrhMG+VBALuuf/SXOAPB/zKZwGGlJcMsyKA+DOECYhv",
    "K2uUA9CgGQp0hDkU3ux+/5X8NVGD4y7ojc5xlCwTYB4NASQUGccuEDTTT0DRovUhvOgBuE+W+2ram3tLbqYj7SSQ",
    "NOMGDfxH/CNB7NsxiTDEi/IOtKgPAOjXHnYQmjGAPKRiLBOvedhuTC7bWD6LNJgQCpo8LFmTxTR5WOLn8ySJsSw0",
    "vtwvc4RlembLFi2d3ztk8OOCjh0hEhYFoBptAA==",
  ].join(""),
  "base64",
);
