// Settings of the service that come from the environment, checked here so that a mistake stops the start.

import { CommandFailure, EXIT } from "../cli/command.ts";

type Setting = { fallback: number; least: number; most: number; unit: string };

const SETTINGS = {
  RESULT_RETENTION_HOURS: { fallback: 24, least: 1, most: 24 * 365, unit: "hours" },
  // As much as an object may hold on Cloudflare; a disk of your own may have more.
  STORAGE_CAPACITY_BYTES: {
    fallback: 10 * 1024 ** 3,
    least: 1024 ** 2,
    most: 1024 ** 4,
    unit: "bytes",
  },
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;

/** The value of every setting, as text for the Worker's bindings. */
export type ServiceSettings = Readonly<Record<Name, string>>;

/** Settings from the environment, or their defaults. Fails when one is no whole number in its bounds. */
export function readServiceSettings(env: NodeJS.ProcessEnv): ServiceSettings {
  const names = Object.keys(SETTINGS) as Name[];
  const pairs = names.map((name) => [name, readSetting(name, env[name])]);
  return Object.fromEntries(pairs) as ServiceSettings;
}

function readSetting(name: Name, text: string | undefined): string {
  const { fallback, least, most, unit } = SETTINGS[name];
  if (text === undefined) return String(fallback);
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= least && value <= most) return text;
  throw new CommandFailure(
    `${name} must be a whole number of ${unit} from ${least} to ${most}.`,
    EXIT.usage,
  );
}
