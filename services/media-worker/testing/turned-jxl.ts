/**
 * A white picture of 400 by 200 pixels with a red square in its upper left corner, with an
 * orientation that rotates it clockwise by a quarter turn.
 */
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
