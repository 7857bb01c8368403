import { describe, expect, it } from "vitest";
import { webhookHeaders } from "../../src/crypto/webhook.ts";

// The example that libraries of Standard Webhooks test themselves with.
const MESSAGE = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("headers of a callback", () => {
  it("are those of Standard Webhooks", async () => {
    expect(await webhookHeaders(MESSAGE, SECRET)).toEqual({
      "content-type": "application/json",
      "webhook-id": MESSAGE.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it.each(["", SECRET.slice(6), "whsec_*"])("are not made with the secret %j", async (secret) => {
    await expect(webhookHeaders(MESSAGE, secret)).rejects.toThrow("no secret");
  });
});
