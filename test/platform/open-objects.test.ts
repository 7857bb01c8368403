import { describe, expect, it } from "vitest";
import { OpenObjects } from "../../src/platform/open-objects.ts";

describe("open objects", () => {
  it("have room up to three quarters of the most; then the least recently used one closes", () => {
    const open = new OpenObjects();
    for (const name of ["a", "b", "c"]) expect(open.open(name, 1, 4)).toBeNull();
    open.use("a", 2);
    expect(open.open("d", 3, 4)).toBe("b");
    expect(open.count).toBe(4);
    open.close("b", 3);
    expect(open.open("e", 4, 4)).toBe("c");
  });

  it("are asked to close one after the other, none twice in a row", () => {
    const open = new OpenObjects();
    for (const name of ["a", "b", "c", "d"]) open.open(name, 1, 100);
    expect([open.open("x", 2, 4), open.open("y", 2, 4), open.open("z", 2, 4)]).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("no longer count once nobody has called them for ten seconds", () => {
    const open = new OpenObjects();
    for (const name of ["a", "b", "c", "d"]) open.open(name, 1_000, 4);
    open.use("a", 5_000);
    expect(open.open("e", 11_000, 4)).toBeNull();
    expect(open.count).toBe(2);
  });

  it("never ask the one that opens", () => {
    const open = new OpenObjects();
    expect(open.open("a", 1, 1)).toBeNull();
    expect(open.open("a", 2, 1)).toBeNull();
  });

  it("are left alone for a moment once they have closed themselves", () => {
    const open = new OpenObjects();
    open.close("a", 1_000);
    expect([1_000, 1_249, 1_250].map((now) => open.msUntilClosed("a", now))).toEqual([250, 1, 0]);
    expect(open.msUntilClosed("b", 1_000)).toBe(0);
    // The clock was set back.
    expect(open.msUntilClosed("a", 500)).toBe(0);
  });
});
