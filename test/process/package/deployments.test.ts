// The unit for systemd and the manifests for Kubernetes: they have the required settings, and fit the package and the
// image.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { EXIT } from "../../../scripts/run/cli/command.ts";
import { PROJECT_ROOT, productVersion } from "../../../scripts/run/cli/tool.ts";
import { imageConfig } from "../../../scripts/run/image/service.ts";
import { USER } from "../../../scripts/run/image/system.ts";
import { pythonPackage } from "../../support/node/foreign-program.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

const PACKAGING = join(PROJECT_ROOT, "packaging");
/** What the service has for what it has begun when it is stopped, without --drain-seconds. */
const DRAIN_SECONDS = 10;

afterAll(cleanUp);

describe("the unit for systemd", () => {
  const text = readFileSync(join(PACKAGING, "systemd", "masking-vault.service"), "utf8");
  const valuesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const analyze = (...args: string[]) => spawnSync("systemd-analyze", args, { encoding: "utf8" });
  const isThere = analyze("--version").status === 0;

  it.skipIf(!isThere)("is understood, and leaves little to an attacker: exposure below 2.0", () => {
    const path = join(temporaryFolder(), "masking-vault.service");
    // Node is where it is; and who it runs as is made when it is installed.
    writeFileSync(path, text.replace("/usr/bin/node", process.execPath).replace(/^User=.*$/m, ""));
    const { status, stderr } = analyze("verify", path);
    expect([status, stderr]).toEqual([0, ""]);
    const file = join(PACKAGING, "systemd", "masking-vault.service");
    const judged = analyze("security", "--offline=true", "--threshold=19", file);
    expect(judged.status, judged.stdout.slice(-200)).toBe(0);
  });

  it("leaves time to end in order, and does not start again what starting does not mend", () => {
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(DRAIN_SECONDS + 5);
    const final = [EXIT.secrets, EXIT.dataInUse, EXIT.damaged, EXIT.usage];
    expect(valuesOf("RestartPreventExitStatus")).toEqual([final.join(" ")]);
  });
});

describe("the manifests for Kubernetes", () => {
  const folder = join(PACKAGING, "kubernetes");
  const read = (name: string) => parse(readFileSync(join(folder, name), "utf8"));
  const kustomization = read("kustomization.yaml");
  const objects = kustomization.resources.map(read);
  const [{ spec: set }, { spec: service }, { spec: policy }] = objects;
  const pod = set.template.spec;
  const [container] = pod.containers;
  const image = imageConfig({}) as { Cmd: string[]; StopSignal: string; Volumes: object };
  const optionOf = (name: string) => image.Cmd[image.Cmd.indexOf(name) + 1] ?? "";

  it("are all named, and each has a kind", () => {
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith(".yaml"))
        .sort(),
    ).toEqual([...kustomization.resources, "kustomization.yaml"].sort());
    expect(
      objects.map(({ apiVersion, kind }: Record<string, string>) => `${apiVersion} ${kind}`),
    ).toEqual(["apps/v1 StatefulSet", "v1 Service", "networking.k8s.io/v1 NetworkPolicy"]);
  });

  it("are what the schemas of Kubernetes allow, of the oldest version it says and of the newest, and no member more", {
    timeout: 300_000,
  }, async (context) => {
    // It contains the published schemas of each version, and sends no request.
    const validator = await pythonPackage("kubernetes-validate", "1.37.0");
    context.skip(validator.missing !== "", validator.missing);
    const faultsOf = (version: string, paths: string[]) => {
      const args = ["--strict", "--quiet", "--kubernetes-version", version, ...paths];
      const program = join(validator.bin, "kubernetes-validate");
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
      return [status, stdout + stderr];
    };
    const paths = kustomization.resources.map((name: string) => join(folder, name));
    const text = readFileSync(join(folder, "statefulset.yaml"), "utf8");
    const [, oldest = ""] = /Kubernetes (\d+\.\d+) or newer/.exec(text) ?? [];
    for (const version of [oldest, "1.37"]) expect(faultsOf(version, paths)).toEqual([0, ""]);
    const wrong = join(temporaryFolder(), "wrong.yaml");
    for (const [right, slip, fault] of [
      ["failureThreshold: 60", "failureTreshold: 60", "'failureTreshold' was unexpected"],
      ["replicas: 1", 'replicas: "one"', "spec.replicas: 'one' is not of type"],
    ] as const) {
      writeFileSync(wrong, text.replace(right, slip));
      expect(faultsOf(oldest, [wrong])).toEqual([1, expect.stringContaining(fault)]);
    }
  });

  it("run one service to a volume, as the image's user, who can do and write nothing else", () => {
    expect(set.replicas).toBe(1);
    expect(set.volumeClaimTemplates[0].spec.accessModes).toEqual(["ReadWriteOnce"]);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER },
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources.limits.memory).toBeDefined();
  });

  it("find each other: labels, ports, volumes, the secret, the image", () => {
    const { labels } = set.template.metadata;
    expect([set.selector.matchLabels, service.selector, policy.podSelector.matchLabels]).toEqual(
      Array(3).fill(labels),
    );
    const [{ name: port, containerPort }] = container.ports;
    expect(containerPort).toBe(Number(optionOf("--port")));
    expect([service.ports[0].targetPort, policy.ingress[0].ports[0].port]).toEqual([port, port]);
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name).sort();
    const volumes = [
      ...pod.volumes,
      ...set.volumeClaimTemplates.map((one: { metadata: object }) => one.metadata),
    ];
    expect(mounts).toEqual(volumes.map(({ name }: { name: string }) => name).sort());
    const pathOf = (name: string) =>
      container.volumeMounts.find((mount: { name: string }) => mount.name === name).mountPath;
    expect(optionOf("--data").startsWith(`${pathOf("data")}/`)).toBe(true);
    const [generator] = kustomization.secretGenerator;
    expect(generator.name).toBe(pod.volumes[0].secret.secretName);
    expect(`${pathOf("secrets")}/${generator.files[0]}`).toBe(optionOf("--env-file"));
    expect(kustomization.images).toEqual([
      { name: container.image, newName: container.image, newTag: productVersion() },
    ]);
  });

  it("ask whether it is ready apart from whether it lives, and let it end in order", () => {
    const pathOf = (probe: string) => container[probe].httpGet.path;
    expect(["startupProbe", "readinessProbe", "livenessProbe"].map(pathOf)).toEqual([
      "/readyz",
      "/readyz",
      "/livez",
    ]);
    const before = container.lifecycle.preStop.sleep.seconds;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(before + DRAIN_SECONDS + 5);
  });

  it("let in who is named, and nothing out", () => {
    expect(policy).toMatchObject({ policyTypes: ["Ingress", "Egress"], egress: [] });
    expect(policy.ingress[0].from).toHaveLength(1);
  });
});
