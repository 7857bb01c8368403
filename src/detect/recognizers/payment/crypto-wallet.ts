// CRYPTO: wallet addresses: Bitcoin and similar currencies in Base58Check (four bytes of a double SHA-256) and Bech32 or
// Bech32m (BIP 173, BIP 350), Ethereum as 0x and forty hex digits; others after a label.

import { isBase58Check, isBech32 } from "../../checks/wallet-checks.ts";
import { form, type IdentifierForm, readForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const BASE58 = "[1-9A-HJ-NP-Za-km-z]";
const HEX_SCORE = 0.85;

/** Wallet addresses that their own check or form shows. */
export const UNLABELLED_WALLETS: readonly UnlabelledForm[] = [
  {
    name: "crypto-wallet",
    entityType: "CRYPTO",
    // Prefixes of mainnet addresses in Base58Check: Bitcoin 1 and 3, Litecoin L and M, Dogecoin D, TRON T, Dash X.
    pattern: new RegExp(
      `(?:0x[0-9A-Fa-f]{40}|(?:bc|BC|tb|ltc)1[02-9A-Za-z]{8,87}|[13DLMTX]${BASE58}{25,34})`,
      "y",
    ),
    run: [14, 128],
    judge,
  },
];

function judge(written: string): { score: number; reason: string } | null {
  if (written.startsWith("0x")) return { score: HEX_SCORE, reason: "0x and forty hex digits" };
  if (/^(?:bc|tb|ltc)1/i.test(written)) {
    return isBech32(written) ? { score: 1, reason: "Bech32 checksum" } : null;
  }
  return isBase58Check(written) ? { score: 1, reason: "Base58Check checksum" } : null;
}

const FORMS: readonly IdentifierForm[] = [
  form("hex digits", /0x[0-9A-Fa-f]{32,64}/y),
  form("the form of an address", /(?:bc|tb|ltc|addr|cosmos)1[02-9a-z]{20,110}/y),
  form("the form of an address", new RegExp(`(?=[A-Za-z]{0,12}\\d)${BASE58}{25,106}`, "y")),
];

/** Wallet addresses after a label, without a known check. */
export const labelledWallet: LabelRule = {
  name: "crypto-wallet",
  entityType: "CRYPTO",
  labels:
    "wallet|wallet address|crypto wallet|crypto address|bitcoin address|btc address|bitcoin wallet|" +
    "btc wallet|bitcoin!|btc!|ethereum address|eth address|ethereum wallet|eth wallet|eth!|solana address|" +
    "solana wallet|monero address|litecoin address|xmr!|blockchain address",
  read: (text, at) => readForm(text, at, FORMS),
};
