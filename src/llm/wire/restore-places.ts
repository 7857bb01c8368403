// Puts values into places.
import type { RestorerFor, TextPlace } from "./dialect.ts";

/** Restores each place. */
export function restoreAll(places: readonly TextPlace[], restorerFor: RestorerFor): void {
  for (const place of places) {
    const restored = restorerFor(place.tool ?? null).restore(place.text, place.sort);
    if (restored !== place.text) place.set(restored);
  }
}
