#!/usr/bin/env bash
# A table goes to an analyst without the people in it, and the analyst's answer comes back with them.
# In a clone of the project, while the service runs: MASKING_VAULT_TOKEN=… bash examples/csv-pipeline.sh [FOLDER]
set -euo pipefail

FOLDER=${1:-csv-pipeline}
mkdir -p "$FOLDER"
# An installed service has the command masking-vault.
vault() { npm run -s cli -- "$@"; }

# What there is: orders, as a shop exports them. The same customers stand in many rows.
cat > "$FOLDER/orders.csv" << 'END'
order,customer,email,amount,note
1,Ada Lane,ada@example.com,120.00,"Deliver to Ada Lane, ring twice"
2,Bo Hart,bo@example.com,80.50,
3,Ada Lane,ada@example.com,60.00,"Call bo@example.com, he pays"
4,Cy Young,cy@example.com,310.25,
5,Bo Hart,bo@example.com,19.50,gift
END

# 1. Mask. Equal values have equal tokens, so that what is masked can still be joined and counted. After Ctrl-C or a
#    crash the same command goes on where it was.
vault mask "$FOLDER/orders.csv" --force --output "$FOLDER/masked.csv" \
  --columns 'customer:Text Token,email:Email Address,note:auto'

# Nobody's address is left: what leaves this machine is looked at before it does.
if grep -E '(ada|bo|cy)@example\.com' "$FOLDER/masked.csv"; then
  echo 'A value was not masked: nothing is sent.' >&2
  exit 1
fi

# 2. The analyst's work, on tokens: revenue of each customer, the best first.
{
  echo 'customer,revenue'
  tail -n +2 "$FOLDER/masked.csv" |
    awk -F, '{ sum[$2] += $4 } END { for (one in sum) printf "%s,%.2f\n", one, sum[one] }' |
    sort -t, -k2,2nr
} > "$FOLDER/report.csv"

# 3. Unmask the answer, where one may.
vault unmask "$FOLDER/report.csv" --columns customer --force --output "$FOLDER/report-with-names.csv"
cat "$FOLDER/report-with-names.csv"
