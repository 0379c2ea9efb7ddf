import { createDomainPacer } from "./domain-pacer";

const never = new AbortController().signal;

test("mails to one domain are spaced, and mails to other domains do not wait", async () => {
  const pacer = createDomainPacer(2);
  const began = performance.now();
  const took = async (domain: string) => {
    await pacer.wait(domain, never);
    return performance.now() - began;
  };
  const [first, other, second, third] = await Promise.all([
    took("a.example"),
    took("b.example"),
    took("a.example"),
    took("a.example"),
  ]);
  expect(first).toBeLessThan(450);
  expect(other).toBeLessThan(450);
  expect(second).toBeGreaterThanOrEqual(495);
  expect(third).toBeGreaterThanOrEqual(995);
});

test("waiting mails are rejected when the process ends", async () => {
  const pacer = createDomainPacer(0.01);
  const end = new AbortController();
  await pacer.wait("a.example", end.signal);
  const waiting = pacer.wait("a.example", end.signal);
  end.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
});
