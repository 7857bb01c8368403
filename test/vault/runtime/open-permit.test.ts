import { beforeEach, describe, expect, it } from "vitest";
import { openVaults } from "../../../src/platform/open-objects.ts";
import { OpenPermit } from "../../../src/vault/runtime/open-permit.ts";

const NAMES = ["first", "second", "third"];
const NOW = 1_000;
// Other files' objects in the same isolate count as open, too.
beforeEach(() => {
  for (const name of openVaults.namesOpenAt(NOW)) openVaults.close(name, 0);
});

/** Open objects of which there may be two; `onWait` sees each pause of one that has no room. */
function openAll(onWait: (waited: number) => void) {
  const asked: string[] = [];
  let waited = 0;
  const places = NAMES.map(
    (nid) =>
      new OpenPermit({
        nid,
        most: 2,
        clock: () => NOW,
        wait: async (ms) => {
          waited += ms;
          onWait(waited);
        },
        closeOther: (other) => asked.push(`${other} for ${nid}`),
        closeThis: () => asked.push(`${nid} itself`),
      }),
  );
  return { places, asked };
}

describe("an object beyond those that may be open", () => {
  it("has the least recently used one close, and lets its callers in once that is done", async () => {
    const { places, asked } = openAll((waited) => {
      if (waited >= 100) openVaults.close("first", 0);
    });
    // From the second on there is one to spare no more.
    expect(asked).toEqual(["first for second", "second for third"]);
    expect(await places[2]?.enter()).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it("sends them away after a second, and closes", async () => {
    const refused = openVaults.refused;
    const { places, asked } = openAll(() => {});
    expect(await places[0]?.enter()).toBe(true);
    expect(await places[2]?.enter()).toBe(false);
    expect(openVaults.refused).toBe(refused + 1);
    expect(asked.at(-1)).toBe("third itself");
  });

  it("does its due work all the same, and closes after it", () => {
    const { places, asked } = openAll(() => {});
    places[0]?.noteWork();
    expect(asked).toHaveLength(2);
    places[2]?.noteWork();
    expect(asked.at(-1)).toBe("third itself");
  });
});
